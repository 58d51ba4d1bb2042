// Sets aside those macros of a program whose names our headers use; <hip_cpu/restore_macros.hpp>
// brings them back. A header that programs include has both around its declarations.
//
// Programs write `#define N 1024` or `#define min(a, b) …` before an #include, or have -DT=float on
// the command line. A macro knows no scope: parameters and members with such a name would become
// numbers. This list has the names that such macros use.
//
// Each name stands in both forms of the pragma. `hippuzzle cc` preprocesses with g++
// -fdirectives-only, which obeys the first form and omits it from its output, and which leaves the
// second form to the compilation of that output.

// clang-format off
#pragma push_macro("A")
#pragma push_macro("B")
#pragma push_macro("C")
#pragma push_macro("D")
#pragma push_macro("E")
#pragma push_macro("F")
#pragma push_macro("G")
#pragma push_macro("H")
#pragma push_macro("I")
#pragma push_macro("J")
#pragma push_macro("K")
#pragma push_macro("L")
#pragma push_macro("M")
#pragma push_macro("N")
#pragma push_macro("O")
#pragma push_macro("P")
#pragma push_macro("Q")
#pragma push_macro("R")
#pragma push_macro("S")
#pragma push_macro("T")
#pragma push_macro("U")
#pragma push_macro("V")
#pragma push_macro("W")
#pragma push_macro("X")
#pragma push_macro("Y")
#pragma push_macro("Z")
#pragma push_macro("a")
#pragma push_macro("b")
#pragma push_macro("c")
#pragma push_macro("d")
#pragma push_macro("e")
#pragma push_macro("f")
#pragma push_macro("g")
#pragma push_macro("h")
#pragma push_macro("i")
#pragma push_macro("j")
#pragma push_macro("k")
#pragma push_macro("l")
#pragma push_macro("m")
#pragma push_macro("n")
#pragma push_macro("o")
#pragma push_macro("p")
#pragma push_macro("q")
#pragma push_macro("r")
#pragma push_macro("s")
#pragma push_macro("t")
#pragma push_macro("u")
#pragma push_macro("v")
#pragma push_macro("w")
#pragma push_macro("x")
#pragma push_macro("y")
#pragma push_macro("z")
#pragma push_macro("abs")
#pragma push_macro("alpha")
#pragma push_macro("begin")
#pragma push_macro("beta")
#pragma push_macro("bits")
#pragma push_macro("block")
#pragma push_macro("blocks")
#pragma push_macro("bytes")
#pragma push_macro("columns")
#pragma push_macro("count")
#pragma push_macro("data")
#pragma push_macro("depth")
#pragma push_macro("end")
#pragma push_macro("first")
#pragma push_macro("flags")
#pragma push_macro("grid")
#pragma push_macro("height")
#pragma push_macro("index")
#pragma push_macro("input")
#pragma push_macro("items")
#pragma push_macro("keys")
#pragma push_macro("lane")
#pragma push_macro("lanes")
#pragma push_macro("last")
#pragma push_macro("length")
#pragma push_macro("lower")
#pragma push_macro("mask")
#pragma push_macro("max")
#pragma push_macro("min")
#pragma push_macro("name")
#pragma push_macro("next")
#pragma push_macro("offset")
#pragma push_macro("op")
#pragma push_macro("out")
#pragma push_macro("output")
#pragma push_macro("pitch")
#pragma push_macro("real")
#pragma push_macro("result")
#pragma push_macro("rows")
#pragma push_macro("scale")
#pragma push_macro("seed")
#pragma push_macro("size")
#pragma push_macro("state")
#pragma push_macro("step")
#pragma push_macro("stream")
#pragma push_macro("stride")
#pragma push_macro("sum")
#pragma push_macro("swap")
#pragma push_macro("threads")
#pragma push_macro("tile")
#pragma push_macro("to")
#pragma push_macro("type")
#pragma push_macro("upper")
#pragma push_macro("value")
#pragma push_macro("values")
#pragma push_macro("vector")
#pragma push_macro("warp")
#pragma push_macro("width")
#pragma push_macro("word")
#pragma push_macro("Complex")
#pragma push_macro("Count")
#pragma push_macro("Key")
#pragma push_macro("Real")
#pragma push_macro("Type")
#pragma push_macro("VALUE")
#pragma push_macro("Value")

_Pragma("push_macro(\"A\")") _Pragma("push_macro(\"B\")") _Pragma("push_macro(\"C\")")
_Pragma("push_macro(\"D\")") _Pragma("push_macro(\"E\")") _Pragma("push_macro(\"F\")")
_Pragma("push_macro(\"G\")") _Pragma("push_macro(\"H\")") _Pragma("push_macro(\"I\")")
_Pragma("push_macro(\"J\")") _Pragma("push_macro(\"K\")") _Pragma("push_macro(\"L\")")
_Pragma("push_macro(\"M\")") _Pragma("push_macro(\"N\")") _Pragma("push_macro(\"O\")")
_Pragma("push_macro(\"P\")") _Pragma("push_macro(\"Q\")") _Pragma("push_macro(\"R\")")
_Pragma("push_macro(\"S\")") _Pragma("push_macro(\"T\")") _Pragma("push_macro(\"U\")")
_Pragma("push_macro(\"V\")") _Pragma("push_macro(\"W\")") _Pragma("push_macro(\"X\")")
_Pragma("push_macro(\"Y\")") _Pragma("push_macro(\"Z\")") _Pragma("push_macro(\"a\")")
_Pragma("push_macro(\"b\")") _Pragma("push_macro(\"c\")") _Pragma("push_macro(\"d\")")
_Pragma("push_macro(\"e\")") _Pragma("push_macro(\"f\")") _Pragma("push_macro(\"g\")")
_Pragma("push_macro(\"h\")") _Pragma("push_macro(\"i\")") _Pragma("push_macro(\"j\")")
_Pragma("push_macro(\"k\")") _Pragma("push_macro(\"l\")") _Pragma("push_macro(\"m\")")
_Pragma("push_macro(\"n\")") _Pragma("push_macro(\"o\")") _Pragma("push_macro(\"p\")")
_Pragma("push_macro(\"q\")") _Pragma("push_macro(\"r\")") _Pragma("push_macro(\"s\")")
_Pragma("push_macro(\"t\")") _Pragma("push_macro(\"u\")") _Pragma("push_macro(\"v\")")
_Pragma("push_macro(\"w\")") _Pragma("push_macro(\"x\")") _Pragma("push_macro(\"y\")")
_Pragma("push_macro(\"z\")") _Pragma("push_macro(\"abs\")") _Pragma("push_macro(\"alpha\")")
_Pragma("push_macro(\"begin\")") _Pragma("push_macro(\"beta\")") _Pragma("push_macro(\"bits\")")
_Pragma("push_macro(\"block\")") _Pragma("push_macro(\"blocks\")") _Pragma("push_macro(\"bytes\")")
_Pragma("push_macro(\"columns\")") _Pragma("push_macro(\"count\")") _Pragma("push_macro(\"data\")")
_Pragma("push_macro(\"depth\")") _Pragma("push_macro(\"end\")") _Pragma("push_macro(\"first\")")
_Pragma("push_macro(\"flags\")") _Pragma("push_macro(\"grid\")") _Pragma("push_macro(\"height\")")
_Pragma("push_macro(\"index\")") _Pragma("push_macro(\"input\")") _Pragma("push_macro(\"items\")")
_Pragma("push_macro(\"keys\")") _Pragma("push_macro(\"lane\")") _Pragma("push_macro(\"lanes\")")
_Pragma("push_macro(\"last\")") _Pragma("push_macro(\"length\")") _Pragma("push_macro(\"lower\")")
_Pragma("push_macro(\"mask\")") _Pragma("push_macro(\"max\")") _Pragma("push_macro(\"min\")")
_Pragma("push_macro(\"name\")") _Pragma("push_macro(\"next\")") _Pragma("push_macro(\"offset\")")
_Pragma("push_macro(\"op\")") _Pragma("push_macro(\"out\")") _Pragma("push_macro(\"output\")")
_Pragma("push_macro(\"pitch\")") _Pragma("push_macro(\"real\")") _Pragma("push_macro(\"result\")")
_Pragma("push_macro(\"rows\")") _Pragma("push_macro(\"scale\")") _Pragma("push_macro(\"seed\")")
_Pragma("push_macro(\"size\")") _Pragma("push_macro(\"state\")") _Pragma("push_macro(\"step\")")
_Pragma("push_macro(\"stream\")") _Pragma("push_macro(\"stride\")") _Pragma("push_macro(\"sum\")")
_Pragma("push_macro(\"swap\")") _Pragma("push_macro(\"threads\")") _Pragma("push_macro(\"tile\")")
_Pragma("push_macro(\"to\")") _Pragma("push_macro(\"type\")") _Pragma("push_macro(\"upper\")")
_Pragma("push_macro(\"value\")") _Pragma("push_macro(\"values\")") _Pragma("push_macro(\"vector\")")
_Pragma("push_macro(\"warp\")") _Pragma("push_macro(\"width\")") _Pragma("push_macro(\"word\")")
_Pragma("push_macro(\"Complex\")") _Pragma("push_macro(\"Count\")") _Pragma("push_macro(\"Key\")")
_Pragma("push_macro(\"Real\")") _Pragma("push_macro(\"Type\")") _Pragma("push_macro(\"VALUE\")")
_Pragma("push_macro(\"Value\")")

#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef T
#undef U
#undef V
#undef W
#undef X
#undef Y
#undef Z
#undef a
#undef b
#undef c
#undef d
#undef e
#undef f
#undef g
#undef h
#undef i
#undef j
#undef k
#undef l
#undef m
#undef n
#undef o
#undef p
#undef q
#undef r
#undef s
#undef t
#undef u
#undef v
#undef w
#undef x
#undef y
#undef z
#undef abs
#undef alpha
#undef begin
#undef beta
#undef bits
#undef block
#undef blocks
#undef bytes
#undef columns
#undef count
#undef data
#undef depth
#undef end
#undef first
#undef flags
#undef grid
#undef height
#undef index
#undef input
#undef items
#undef keys
#undef lane
#undef lanes
#undef last
#undef length
#undef lower
#undef mask
#undef max
#undef min
#undef name
#undef next
#undef offset
#undef op
#undef out
#undef output
#undef pitch
#undef real
#undef result
#undef rows
#undef scale
#undef seed
#undef size
#undef state
#undef step
#undef stream
#undef stride
#undef sum
#undef swap
#undef threads
#undef tile
#undef to
#undef type
#undef upper
#undef value
#undef values
#undef vector
#undef warp
#undef width
#undef word
#undef Complex
#undef Count
#undef Key
#undef Real
#undef Type
#undef VALUE
#undef Value
