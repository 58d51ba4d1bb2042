# Installs BUILD, moves the tree, makes a puzzle with `hippuzzle new`, builds it against the moved
# package by the commands that were printed, and solves it in a workspace. Then breaks its shape and expects the lint to say so.
cmake_minimum_required(VERSION 3.25)
set(prefix ${FOLDER}/moved/prefix)
set(puzzles ${FOLDER}/puzzles)
set(workspace ${FOLDER}/workspace)
file(REMOVE_RECURSE ${FOLDER}/installed ${FOLDER}/moved ${puzzles} ${workspace})
file(MAKE_DIRECTORY ${FOLDER}/moved ${puzzles} ${workspace})

# run(<folder> <exit code> <command>...): sets `output` to the command's output.
function(run folder expected)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL expected)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}, expected ${expected}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_output text)
  string(FIND "${output}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "expected '${text}' in:\n${output}")
  endif()
endfunction()

run(${FOLDER} 0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/installed)
file(RENAME ${FOLDER}/installed ${prefix})
file(GLOB_RECURSE kept_back ${prefix}/share/hippuzzle/puzzles/p*/puzzle.cpp
                            ${prefix}/share/hippuzzle/puzzles/p*/wrong/*)
if(kept_back)
  message(FATAL_ERROR "learners get what they should not see: ${kept_back}")
endif()

set(hippuzzle ${prefix}/bin/hippuzzle)
run(${puzzles} 0 ${hippuzzle} new p40 --title "Twice as much")
expect_output("Build it and run it, here:")
string(REGEX REPLACE ".*Build it and run it, here:\n" "" printed "${output}")
string(REGEX MATCHALL "  [^\n]+" commands "${printed}")
list(LENGTH commands count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "expected three commands, found ${count} in:\n${output}")
endif()
run(${puzzles} 2 ${hippuzzle} new p40 --title "Twice as much")
expect_output("is there already")
# Before the commands: the settings that a machine with the CPU's compiler alone would find by
# itself.
run(${puzzles} 0 ${CMAKE_COMMAND} -S . -B build -G Ninja -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D HIPPUZZLE_PLATFORMS=cpu -D HIPPUZZLE_SANITIZE=${SANITIZE})
foreach(command IN LISTS commands)
  run(${puzzles} 0 sh -c "${command}")
endforeach()
expect_output("out: HostBuffer([0.0, 2.0, 4.0, 6.0, 8.0, 10.0])")
set(hippuzzle ${hippuzzle} --plugin-path ${puzzles}/build/lib/hippuzzle)
run(${puzzles} 0 ${hippuzzle} p40 --backend cpu)
expect_output("out: HostBuffer([0.0, 2.0, 4.0, 6.0, 8.0, 10.0])")

run(${workspace} 0 ${hippuzzle} init)
run(${workspace} 0 ${hippuzzle} start p40)
run(${workspace} 1 ${hippuzzle} p40 --backend cpu)
expect_output("still the stub")
file(COPY_FILE ${puzzles}/p40_twice_as_much/solution.hip ${workspace}/p40_twice_as_much/kernel.hip)
run(${workspace} 0 ${hippuzzle} p40 --backend cpu)
foreach(wrong IN ITEMS no_guard local_index not_doubled)
  file(COPY_FILE ${puzzles}/p40_twice_as_much/wrong/${wrong}.hip
                 ${workspace}/p40_twice_as_much/kernel.hip)
  run(${workspace} 1 ${hippuzzle} p40 --backend cpu)
endforeach()
run(${workspace} 0 ${hippuzzle} hint p40 --all)
expect_output("hint 3 of 3")

set(lint ${hippuzzle} lint)
run(${puzzles} 0 ${lint})
expect_output("1 puzzle checked, nothing missing")
file(RENAME ${puzzles}/p40_twice_as_much/hints.md ${puzzles}/hints.md)
run(${puzzles} 4 ${lint} p40)
expect_output("p40_twice_as_much/hints.md: it is missing")
