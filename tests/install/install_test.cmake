# Installs BUILD into a prefix below FOLDER, moves the prefix, runs the moved binary, and builds and
# runs the puzzle in EXAMPLE and HIP programs against the moved package, on the CPU.
cmake_minimum_required(VERSION 3.25)
set(installed ${FOLDER}/installed)
set(prefix ${FOLDER}/moved/prefix)
set(example ${FOLDER}/example)
file(REMOVE_RECURSE ${installed} ${FOLDER}/moved ${example})

function(run_expecting code)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL code)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}, not ${code}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(run)
  run_expecting(0 ${ARGN})
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_output text)
  string(FIND "${output}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "expected '${text}' in:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${installed})
file(MAKE_DIRECTORY ${FOLDER}/moved)
file(RENAME ${installed} ${prefix})

foreach(header IN ITEMS platform/cpu/hip/hip_runtime.h tools/hip_cpu/check.h)
  if(NOT EXISTS ${prefix}/include/hippuzzle/${header})
    message(FATAL_ERROR "include/hippuzzle/${header} is not installed")
  endif()
endforeach()

run(${prefix}/bin/hippuzzle list)
expect_output("p16")
run(${prefix}/bin/hippuzzle p16 --naive --backend cpu)
expect_output("out: HostBuffer([4.0, 6.0, 12.0, 22.0])")

run(${prefix}/bin/hippuzzle book --traces p08 -o ${FOLDER}/moved/book)
foreach(page IN ITEMS p16.html guide-check.html pictures/p16/threads.svg)
  if(NOT EXISTS ${FOLDER}/moved/book/${page})
    message(FATAL_ERROR "the book of an installed hippuzzle has no ${page}")
  endif()
endforeach()

# On a machine that never had the source tree: lines of shipped kernels are read where they were
# installed.
find_program(bwrap bwrap)
if(bwrap)
  execute_process(COMMAND ${bwrap} --dev-bind / / true RESULT_VARIABLE status ERROR_QUIET)
endif()
if(bwrap AND status EQUAL 0)
  get_filename_component(source ${EXAMPLE}/../../.. ABSOLUTE)
  run(${bwrap} --dev-bind / / --tmpfs ${source} --bind ${FOLDER} ${FOLDER}
      ${prefix}/bin/hippuzzle trace layouts --row-major --steps)
  expect_output("if (from.contains(i, j)) to(i, j) = from(i, j);")
endif()

run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${example} -G Ninja -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D HIPPUZZLE_PLATFORMS=cpu -D HIPPUZZLE_SANITIZE=${SANITIZE})
run(${CMAKE_COMMAND} --build ${example})
run(${prefix}/bin/hippuzzle p90 --backend cpu --plugin-path ${example}/lib/hippuzzle)
expect_output("out: HostBuffer([0.0, 2.0, 4.0, 6.0])")

include(${CMAKE_CURRENT_LIST_DIR}/hip_programs.cmake)
