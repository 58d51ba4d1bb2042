# Tests the effect of HIPPUZZLE_UNROLL on the machine code of the ladder's register-blocked rung.
# Compiles unrolled.hip as it is and without unrolling, and counts multiply-adds, branches and
# accesses to the thread's own memory, where the compiler puts arrays whose index is not known when
# compiling.
#   cmake -DCOMPILE=<compiler and options> -DWORK=<folder> -P unrolling.cmake
# COMPILE is a list, to which the source and -o are added; its output is PTX or GCN assembly.
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR}/unrolled.hip ABSOLUTE)
file(MAKE_DIRECTORY ${WORK})

# Sets <name>_multiply_adds, <name>_branches and <name>_own_memory.
function(count name)
  set(output ${WORK}/${name}.s)
  execute_process(COMMAND ${COMPILE} ${ARGN} ${source} -o ${output}
                  RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "unrolled.hip does not compile: ${log}")
  endif()
  foreach(what IN ITEMS "multiply_adds;fma\\.rn\\.f32|v_(pk_)?fmac?_f32"
                        "branches;[ \t]bra[ .]|s_c?branch"
                        "own_memory;(ld|st)\\.local|scratch_(load|store)|buffer_(load|store)")
    list(GET what 0 key)
    list(GET what 1 pattern)
    file(STRINGS ${output} found REGEX "^[ \t]+.*(${pattern})")
    list(LENGTH found number)
    set(${name}_${key} ${number} PARENT_SCOPE)
    set(${key} ${number})
  endforeach()
  message(STATUS "${name}: ${multiply_adds} multiply-adds, ${branches} branches, ${own_memory} "
                 "accesses to the thread's own memory")
endfunction()

count(unrolled)
count(as_written -DWITHOUT_UNROLLING)

# A turn over k has 64 multiply-adds, and 64 sums that must stay in registers.
math(EXPR per_branch "${unrolled_multiply_adds} / (${unrolled_branches} + 1)")
math(EXPR per_branch_as_written "${as_written_multiply_adds} / (${as_written_branches} + 1)")
if(unrolled_multiply_adds LESS 64 OR unrolled_own_memory GREATER 0)
  message(FATAL_ERROR "unrolled, the 64 sums are not in registers, each with its multiply-add")
endif()
if(as_written_own_memory EQUAL 0 OR NOT per_branch GREATER per_branch_as_written)
  message(FATAL_ERROR "without unrolling the code is no different: the page says that it is")
endif()
