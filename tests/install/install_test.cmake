# Installs BUILD into a prefix below FOLDER, moves the prefix, runs the moved binary, and builds and
# runs the puzzle in EXAMPLE against the moved package, on the CPU.
cmake_minimum_required(VERSION 3.25)
set(installed ${FOLDER}/installed)
set(prefix ${FOLDER}/moved/prefix)
set(example ${FOLDER}/example)
file(REMOVE_RECURSE ${installed} ${FOLDER}/moved ${example})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
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

run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${example} -G Ninja -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D HIPPUZZLE_PLATFORMS=cpu -D HIPPUZZLE_SANITIZE=${SANITIZE})
run(${CMAKE_COMMAND} --build ${example})
run(${prefix}/bin/hippuzzle p90 --backend cpu --plugin-path ${example}/lib/hippuzzle)
expect_output("out: HostBuffer([0.0, 2.0, 4.0, 6.0])")

# A HIP program, plain and by the package's function, with a library's header.
file(WRITE ${FOLDER}/program/prog.hip "#include <hipcub/hipcub.hpp>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main(int argc, char**) { int* p; hipMalloc(&p, 32); k<<<1, 7 + argc>>>(p); return hipDeviceSynchronize(); }
")
run(${prefix}/bin/hippuzzle cc ${FOLDER}/program/prog.hip -o ${FOLDER}/program/prog)
run(${FOLDER}/program/prog)
file(WRITE ${FOLDER}/program/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(prog LANGUAGES CXX)
find_package(hippuzzle REQUIRED)
hippuzzle_add_hip_executable(built prog.hip)
")
run(${CMAKE_COMMAND} -S ${FOLDER}/program -B ${FOLDER}/program/build -D CMAKE_PREFIX_PATH=${prefix}
    -D CMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} --build ${FOLDER}/program/build)
run(${FOLDER}/program/build/built)
