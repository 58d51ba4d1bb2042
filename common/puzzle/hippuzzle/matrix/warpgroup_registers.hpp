// The operand lists of wgmma instructions with 32, 40, … 128 sums a thread: the names of the
// registers in the instruction, and the sums as operands of the asm statement. For warpgroup.hpp.
#pragma once

#define HIPPUZZLE_REGISTERS_32                                             \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define HIPPUZZLE_REGISTERS_40 HIPPUZZLE_REGISTERS_32 ", %32, %33, %34, %35, %36, %37, %38, %39"
#define HIPPUZZLE_REGISTERS_48 HIPPUZZLE_REGISTERS_40 ", %40, %41, %42, %43, %44, %45, %46, %47"
#define HIPPUZZLE_REGISTERS_56 HIPPUZZLE_REGISTERS_48 ", %48, %49, %50, %51, %52, %53, %54, %55"
#define HIPPUZZLE_REGISTERS_64 HIPPUZZLE_REGISTERS_56 ", %56, %57, %58, %59, %60, %61, %62, %63"
#define HIPPUZZLE_REGISTERS_72 HIPPUZZLE_REGISTERS_64 ", %64, %65, %66, %67, %68, %69, %70, %71"
#define HIPPUZZLE_REGISTERS_80 HIPPUZZLE_REGISTERS_72 ", %72, %73, %74, %75, %76, %77, %78, %79"
#define HIPPUZZLE_REGISTERS_88 HIPPUZZLE_REGISTERS_80 ", %80, %81, %82, %83, %84, %85, %86, %87"
#define HIPPUZZLE_REGISTERS_96 HIPPUZZLE_REGISTERS_88 ", %88, %89, %90, %91, %92, %93, %94, %95"
#define HIPPUZZLE_REGISTERS_104 \
  HIPPUZZLE_REGISTERS_96 ", %96, %97, %98, %99, %100, %101, %102, %103"
#define HIPPUZZLE_REGISTERS_112 \
  HIPPUZZLE_REGISTERS_104 ", %104, %105, %106, %107, %108, %109, %110, %111"
#define HIPPUZZLE_REGISTERS_120 \
  HIPPUZZLE_REGISTERS_112 ", %112, %113, %114, %115, %116, %117, %118, %119"
#define HIPPUZZLE_REGISTERS_128 \
  HIPPUZZLE_REGISTERS_120 ", %120, %121, %122, %123, %124, %125, %126, %127"

#define HIPPUZZLE_SUMS_8(v, i)                                                                \
  "+f"(v[i]), "+f"(v[i + 1]), "+f"(v[i + 2]), "+f"(v[i + 3]), "+f"(v[i + 4]), "+f"(v[i + 5]), \
      "+f"(v[i + 6]), "+f"(v[i + 7])
#define HIPPUZZLE_SUMS_32(v) \
  HIPPUZZLE_SUMS_8(v, 0), HIPPUZZLE_SUMS_8(v, 8), HIPPUZZLE_SUMS_8(v, 16), HIPPUZZLE_SUMS_8(v, 24)
#define HIPPUZZLE_SUMS_40(v) HIPPUZZLE_SUMS_32(v), HIPPUZZLE_SUMS_8(v, 32)
#define HIPPUZZLE_SUMS_48(v) HIPPUZZLE_SUMS_40(v), HIPPUZZLE_SUMS_8(v, 40)
#define HIPPUZZLE_SUMS_56(v) HIPPUZZLE_SUMS_48(v), HIPPUZZLE_SUMS_8(v, 48)
#define HIPPUZZLE_SUMS_64(v) HIPPUZZLE_SUMS_56(v), HIPPUZZLE_SUMS_8(v, 56)
#define HIPPUZZLE_SUMS_72(v) HIPPUZZLE_SUMS_64(v), HIPPUZZLE_SUMS_8(v, 64)
#define HIPPUZZLE_SUMS_80(v) HIPPUZZLE_SUMS_72(v), HIPPUZZLE_SUMS_8(v, 72)
#define HIPPUZZLE_SUMS_88(v) HIPPUZZLE_SUMS_80(v), HIPPUZZLE_SUMS_8(v, 80)
#define HIPPUZZLE_SUMS_96(v) HIPPUZZLE_SUMS_88(v), HIPPUZZLE_SUMS_8(v, 88)
#define HIPPUZZLE_SUMS_104(v) HIPPUZZLE_SUMS_96(v), HIPPUZZLE_SUMS_8(v, 96)
#define HIPPUZZLE_SUMS_112(v) HIPPUZZLE_SUMS_104(v), HIPPUZZLE_SUMS_8(v, 104)
#define HIPPUZZLE_SUMS_120(v) HIPPUZZLE_SUMS_112(v), HIPPUZZLE_SUMS_8(v, 112)
#define HIPPUZZLE_SUMS_128(v) HIPPUZZLE_SUMS_120(v), HIPPUZZLE_SUMS_8(v, 120)
