# A LayoutTensor costs nothing on a GPU. Compiles raw.hip and layout_tensor.hip to assembly and
# compares their opcodes:
#   tiled_<n>  as many of each opcode in the whole kernel as raw.hip's
#   views_<n>  no more instructions between the barriers, the inner loop, than raw.hip's tiled_<n>
# and holds layout_algebra.hip to registers: no access to a thread's own memory.
#
#   cmake -DCOMPILE=<compiler and options> -DWORK=<folder> -P compare_opcodes.cmake
#
# COMPILE is a list, to which the source and -o are added; its output is PTX or GCN assembly.

get_filename_component(sources ${CMAKE_CURRENT_LIST_DIR} ABSOLUTE)
file(MAKE_DIRECTORY ${WORK})

# The lines of the assembly of `name`.hip, without comments and directives, in the variable `lines`.
function(compile name lines)
  set(output ${WORK}/${name}.s)
  execute_process(COMMAND ${COMPILE} ${sources}/${name}.hip -o ${output}
                  RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${name}.hip does not compile: ${log}")
  endif()
  file(READ ${output} text)
  if(text MATCHES "\\.entry")
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")  # PTX
  else()
    string(REGEX REPLACE ";[^\n]*" "" text "${text}")  # GCN
  endif()
  # These characters would break CMake's lists.
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${lines} "${text}" PARENT_SCOPE)
endfunction()

# The opcodes of a kernel in order.
function(opcodes lines kernel result)
  set(found)
  set(inside FALSE)
  foreach(line IN LISTS ${lines})
    string(STRIP "${line}" line)
    if(line MATCHES "^(\\.visible \\.entry )?${kernel}[:(]")
      set(inside TRUE)
    elseif(inside AND line MATCHES "^(}|\\.Lfunc_end)")
      break()
    elseif(inside AND line MATCHES "^(@[^ ]+[ \t]+)?([a-z][a-z0-9_.:]*[a-z0-9_])($|[ \t])")
      list(APPEND found ${CMAKE_MATCH_2})
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "no instruction of ${kernel} was found in the assembly in ${WORK}")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# The opcodes from the first barrier to the second.
function(inner_loop opcodes result)
  set(found)
  set(barriers 0)
  foreach(opcode IN LISTS ${opcodes})
    if(opcode MATCHES "^(bar\\.sync|s_barrier)")
      math(EXPR barriers "${barriers} + 1")
    elseif(barriers EQUAL 1)
      list(APPEND found ${opcode})
    endif()
  endforeach()
  if(NOT barriers EQUAL 2)
    message(FATAL_ERROR "expected two barriers, found ${barriers}: ${${opcodes}}")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

compile(raw raw_lines)
compile(layout_tensor tensor_lines)
set(failures 0)
foreach(tile IN ITEMS 3 16)
  opcodes(raw_lines tiled_${tile} raw)
  opcodes(tensor_lines tiled_${tile} tensor)
  opcodes(tensor_lines views_${tile} views)

  list(LENGTH raw raw_count)
  list(LENGTH tensor tensor_count)
  set(raw_sorted ${raw})
  list(SORT raw_sorted)
  list(SORT tensor)
  if(raw_sorted STREQUAL tensor)
    message(STATUS "tiled_${tile}: the same ${raw_count} instructions")
  else()
    message(STATUS "tiled_${tile}: ${raw_count} instructions raw, ${tensor_count} with "
                   "LayoutTensor:\nraw     ${raw_sorted}\ntensor  ${tensor}")
    math(EXPR failures "${failures} + 1")
  endif()

  inner_loop(raw raw_inner)
  inner_loop(views views_inner)
  list(LENGTH raw_inner raw_count)
  list(LENGTH views_inner views_count)
  if(views_count GREATER raw_count)
    message(STATUS "views_${tile}: ${raw_count} instructions in the inner loop raw, ${views_count} "
                   "with tiles:\nraw    ${raw_inner}\nviews  ${views_inner}")
    math(EXPR failures "${failures} + 1")
  else()
    message(STATUS "views_${tile}: ${views_count} instructions in the inner loop, ${raw_count} raw")
  endif()
endforeach()

compile(layout_algebra algebra_lines)
opcodes(algebra_lines "[A-Za-z0-9_]*layout_algebra_gemm[A-Za-z0-9_]*" algebra)
list(FILTER algebra INCLUDE REGEX "\\.local|^scratch_|^buffer_(load|store)")
if(algebra)
  message(STATUS "layout_algebra_gemm: a RegisterTensor is in memory: ${algebra}")
  math(EXPR failures "${failures} + 1")
else()
  message(STATUS "layout_algebra_gemm: all values in registers")
endif()

if(failures)
  message(FATAL_ERROR "the library costs instructions that hand-written code does not "
                      "(${failures} of 5 comparisons)")
endif()
