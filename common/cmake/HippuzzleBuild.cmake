# Settings of every build: of the whole project, and of a part that is configured alone
# (common/hip_cpu, common/hip_cc, common/amd_emulator).
include_guard(DIRECTORY)

option(HIPPUZZLE_UNITY "Compile several host sources at once" ON)
option(HIPPUZZLE_WERROR "Treat compiler warnings as errors, on every platform" OFF)
set(HIPPUZZLE_SANITIZE "" CACHE STRING "Sanitizers for host code and CPU kernels: address,undefined")
option(HIPPUZZLE_FUZZ "Compile host code for the fuzzer of tests/fuzz, which alone is linked then" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The installed layout is fixed (the binary looks in ../lib/hippuzzle), hence no GNUInstallDirs.
set(HIPPUZZLE_LIBRARY_DIR ${PROJECT_BINARY_DIR}/lib/hippuzzle)
set(HIPPUZZLE_PUZZLES_DIR ${PROJECT_BINARY_DIR}/share/hippuzzle/puzzles)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${HIPPUZZLE_LIBRARY_DIR})
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)

# A release names its sources as if they lay in one place, so that the folder that it was built in is in no
# file. The sources of puzzles are found where they are installed (common/engine/debug_info).
set(HIPPUZZLE_PATHS)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(HIPPUZZLE_PATHS -ffile-prefix-map=${CMAKE_SOURCE_DIR}=/usr/src/hippuzzle)
  add_compile_options(${HIPPUZZLE_PATHS})
endif()

add_compile_options(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)  # false in GCC 12's own <string> (GCC bug 105651)
endif()
add_link_options(-Wl,--as-needed)
if(HIPPUZZLE_WERROR)
  add_compile_options(-Werror)
endif()
if(HIPPUZZLE_SANITIZE)
  add_compile_options(-fsanitize=${HIPPUZZLE_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HIPPUZZLE_SANITIZE})
endif()
if(HIPPUZZLE_FUZZ)
  add_compile_options(-fsanitize-coverage=trace-pc,trace-cmp)
endif()

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
include(HippuzzleHeaders)
include(HippuzzleComponents)
if(NOT TARGET modules)
  add_custom_target(modules ALL)  # all that the binary can load
endif()
