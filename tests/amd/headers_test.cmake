# Every header that kernels are written with compiles for every generation that the compiler knows, not
# only for the targets of this build: -D HIPCC=… -D SOURCE=<project> -D WORK=<folder>.
file(GLOB headers RELATIVE ${SOURCE}/common/puzzle ${SOURCE}/common/puzzle/hippuzzle/*.hpp)
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>")
list(JOIN headers "\n" text)
file(WRITE ${WORK}/every_header.hip "${text}\n")
file(WRITE ${WORK}/no_header.hip "__attribute__((global)) void probe(int* p) { *p = 1; }\n")
set(compile ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd ${HIPCC} -x hip -std=c++20 -O1 -nogpulib
    --offload-device-only -fsyntax-only)
set(compiled)
foreach(target IN ITEMS gfx906 gfx908 gfx90a gfx940 gfx1010 gfx1030 gfx1100 gfx1201)
  execute_process(COMMAND ${compile} --offload-arch=${target} -nogpuinc ${WORK}/no_header.hip
                  RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
  if(unknown)
    message(STATUS "${target} is not known to this compiler")
    continue()
  endif()
  execute_process(COMMAND ${compile} --offload-arch=${target} -I${SOURCE}/common/hip_amd/include
                          -I${SOURCE}/common/puzzle -I${SOURCE}/common/abi ${WORK}/every_header.hip
                  RESULT_VARIABLE failed ERROR_VARIABLE errors)
  if(failed)
    message(SEND_ERROR "for ${target}:\n${errors}")
  endif()
  list(APPEND compiled ${target})
endforeach()
list(LENGTH compiled count)
if(count LESS 2)
  message(SEND_ERROR "only '${compiled}' were compiled for")
endif()
