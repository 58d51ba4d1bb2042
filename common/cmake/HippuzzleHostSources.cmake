# Short developer's builds of the host sources: headers are parsed once, several sources are
# compiled at once, and all are compiled at one level, so that it does not matter whose copy of a
# template's instance the linker keeps. Sources still include every header that they use: the
# release preset builds each by itself without precompiled headers, so that a missing #include is
# found there.
include_guard(DIRECTORY)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(tomlplusplus REQUIRED)

# g++ collects garbage whenever its heap grows beyond 128 MiB, which takes a tenth of its time. Without
# that it needs up to a third more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  add_compile_options(--param=ggc-min-heapsize=1048576)
endif()

# The optimisation level of host code in a developer's build.
set(HIPPUZZLE_HOST_LEVEL -O1)

# hippuzzle_precompiled_headers(<target> [LEVEL <-O>] [LIBRARIES <target>...] HEADERS <header>...)
# The headers, parsed for all targets that REUSE_FROM this one: g++ takes them only where the level,
# -fPIC and the macros that they ask for are the same. LEVEL: of tests, which nobody runs for long.
function(hippuzzle_precompiled_headers target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LEVEL" "LIBRARIES;HEADERS")
  set(source ${PROJECT_BINARY_DIR}/generated/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Precompiled headers belong to a target, which needs a source.\n")
  add_library(${target} OBJECT ${source})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  if(NOT arg_LEVEL)
    set(arg_LEVEL ${HIPPUZZLE_HOST_LEVEL})
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:${arg_LEVEL}>)
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
endfunction()

set(HIPPUZZLE_STANDARD_HEADERS
    <algorithm> <array> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
    <optional> <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector>)
# A header that few sources include makes all others slower: nlohmann/json.hpp 0.4 s each.
if(NOT TARGET hippuzzle_headers)
  hippuzzle_precompiled_headers(hippuzzle_headers
    LIBRARIES fmt::fmt
    HEADERS ${HIPPUZZLE_STANDARD_HEADERS} <fmt/format.h>)
endif()

# hippuzzle_reuse_headers(<target> <headers> [<level>]): compiles the target as those headers were.
function(hippuzzle_reuse_headers target headers)
  set(level ${ARGN})
  if(NOT level)
    set(level ${HIPPUZZLE_HOST_LEVEL})
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:${level}>)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)  # -fPIE defines other macros
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HIPPUZZLE_UNITY})
endfunction()

# hippuzzle_quick_to_build(<target>): for host targets. In a developer's build they are compiled in
# batches, from precompiled headers and at one level.
function(hippuzzle_quick_to_build target)
  hippuzzle_reuse_headers(${target} hippuzzle_headers)
endfunction()
