# HIP programs by the hippuzzle that is installed at ${prefix}: compiled, checked, cached, by CMake
# and by hipcc's name. If bubblewrap can, it hides the source and the build tree.
set(programs ${FOLDER}/program)
file(REMOVE_RECURSE ${programs})
file(WRITE ${programs}/prog.hip "#include <hipcub/hipcub.hpp>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main(int argc, char**) {
  int* p;
  hipMalloc(&p, 32);
  k<<<1, 7 + argc>>>(p);
  return hipDeviceSynchronize();
}
")
file(COPY ${SOURCE}/tests/hip_cc/programs/modules.hip ${SOURCE}/tests/hip_cc/programs/expect.h
     DESTINATION ${programs})

set(alone ${CMAKE_COMMAND} -E env XDG_CACHE_HOME=${programs}/cache)
set(wrapped bwrap --dev-bind / / --tmpfs ${SOURCE} --tmpfs ${BUILD} --bind ${FOLDER} ${FOLDER})
execute_process(COMMAND ${wrapped} true RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
if(result EQUAL 0)
  list(PREPEND alone ${wrapped})
  run_expecting(2 ${alone} ls ${SOURCE}/CMakeLists.txt)
endif()

set(cc ${prefix}/bin/hippuzzle cc)
run(${alone} ${cc} ${programs}/prog.hip -o ${programs}/prog)
run(${alone} ${programs}/prog too-many)
run(${alone} ${cc} --run ${programs}/modules.hip)
run(${alone} ${cc} --check ${programs}/prog.hip -o ${programs}/checked)
run(${alone} ${programs}/checked)
run_expecting(4 ${alone} ${programs}/checked too-many)
expect_output("past the end of 'p of prog.hip:5'")
run_expecting(4 ${alone} ${cc} --run --check ${programs}/prog.hip too-many)
expect_output("prog.hip:2:")

run(${alone} ${cc} --bin)
string(STRIP "${output}" bin)
run(${alone} ${bin}/hipcc --offload-arch=gfx90a ${programs}/prog.hip -o ${programs}/by_name)
run(${alone} ${programs}/by_name)
run(${alone} ${bin}/hipconfig --platform)
expect_output("amd")

file(WRITE ${programs}/ours/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(ours LANGUAGES CXX)
find_package(hippuzzle REQUIRED)
hippuzzle_add_hip_executable(built CHECK ../prog.hip)
")
run(${alone} ${CMAKE_COMMAND} -S ${programs}/ours -B ${programs}/ours/build
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${COMPILER})
run(${alone} ${CMAKE_COMMAND} --build ${programs}/ours/build)
run_expecting(4 ${alone} ${programs}/ours/build/built too-many)

file(WRITE ${programs}/theirs/CMakeLists.txt "cmake_minimum_required(VERSION 3.21)
project(theirs LANGUAGES CXX HIP)
find_package(hip REQUIRED)
add_executable(built ../prog.hip)
target_link_libraries(built PRIVATE hip::host)
")
run(${alone} ${CMAKE_COMMAND} -S ${programs}/theirs -B ${programs}/theirs/build
    -D CMAKE_TOOLCHAIN_FILE=${bin}/../cmake/toolchain.cmake)
run(${alone} ${CMAKE_COMMAND} --build ${programs}/theirs/build)
run(${alone} ${programs}/theirs/build/built)
