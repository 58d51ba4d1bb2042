# The AMD platform: hipcc as a plain compiler, from Debian's packages (hipcc, multiarch layout) or
# from a ROCm prefix (ROCM_PATH, HIP_PATH or /opt/rocm). CMake's HIP language knows only the latter.

include(${CMAKE_CURRENT_LIST_DIR}/AmdTargets.cmake)

set(HIPPUZZLE_AMD_TARGETS native CACHE STRING
    "AMD GPUs to compile for: native, those in this machine; or gfx90a;gfx1100 and so on, of which \
those that the compiler does not know are left out")

find_program(HIPPUZZLE_HIPCC hipcc HINTS ENV HIP_PATH ENV ROCM_PATH /opt/rocm PATH_SUFFIXES bin
             DOC "ROCm's compiler")

# Sets `usable` to the targets for which an empty kernel compiles. Remembered.
function(hippuzzle_amd_usable_targets usable)
  set(key "${HIPPUZZLE_HIPCC};${HIPPUZZLE_AMD_VERSION};${ARGN}")
  if(NOT HIPPUZZLE_AMD_PROBED STREQUAL key)
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/hippuzzle_probe.hip)
    file(WRITE ${probe} "__attribute__((global)) void probe(int* p) { *p = 1; }\n")
    set(found)
    foreach(target IN LISTS ARGN)
      execute_process(COMMAND ${hipcc} -x hip --offload-arch=${target} --offload-device-only
                              -nogpuinc -c ${probe} -o ${probe}.o
                      RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
      if(result EQUAL 0)
        list(APPEND found ${target})
      endif()
    endforeach()
    set(HIPPUZZLE_AMD_PROBED "${key}" CACHE INTERNAL "")
    set(HIPPUZZLE_AMD_USABLE_TARGETS "${found}" CACHE INTERNAL "")
  endif()
  set(${usable} ${HIPPUZZLE_AMD_USABLE_TARGETS} PARENT_SCOPE)
endfunction()

set(HIPPUZZLE_AMD_UNAVAILABLE)
if(NOT HIPPUZZLE_HIPCC)
  set(HIPPUZZLE_AMD_UNAVAILABLE
      "hipcc was not found on PATH, in ROCM_PATH or /opt/rocm (Debian and Ubuntu: hipcc)")
  return()
endif()
# hipcc becomes a front end of nvcc if it finds CUDA, unless an option names the platform.
set(hipcc ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd ${HIPPUZZLE_HIPCC})

get_filename_component(rocm_root ${HIPPUZZLE_HIPCC} REALPATH)
cmake_path(SET rocm_root NORMALIZE ${rocm_root}/../..)
find_library(HIPPUZZLE_AMDHIP amdhip64 HINTS ${rocm_root} ${rocm_root}/.. PATH_SUFFIXES lib
             DOC "ROCm's HIP runtime")
if(NOT HIPPUZZLE_AMDHIP)
  set(HIPPUZZLE_AMD_UNAVAILABLE "libamdhip64.so was not found near ${HIPPUZZLE_HIPCC}")
  return()
endif()

execute_process(COMMAND ${hipcc} --version OUTPUT_VARIABLE HIPPUZZLE_AMD_VERSION ERROR_QUIET)
string(REGEX MATCH "HIP version: ([0-9.]+)" HIPPUZZLE_AMD_VERSION "${HIPPUZZLE_AMD_VERSION}")
set(HIPPUZZLE_AMD_VERSION ${CMAKE_MATCH_1})
set(targets ${HIPPUZZLE_AMD_TARGETS})
if(targets STREQUAL native)
  hippuzzle_amd_targets_here(targets)
endif()
set(asked ${targets})
hippuzzle_amd_usable_targets(targets ${asked})
if(NOT targets)
  set(HIPPUZZLE_AMD_UNAVAILABLE
      "hipcc ${HIPPUZZLE_AMD_VERSION} compiles for none of ${asked}; a newer ROCm may, or set HIPPUZZLE_AMD_TARGETS")
  return()
endif()
set(HIPPUZZLE_AMD_TOOLCHAIN "hipcc ${HIPPUZZLE_AMD_VERSION} for ${targets}")
set(HIPPUZZLE_AMD_LIBRARIES ${HIPPUZZLE_AMDHIP})
get_filename_component(HIPPUZZLE_AMD_RPATH ${HIPPUZZLE_AMDHIP} DIRECTORY)
if(HIPPUZZLE_AMD_RPATH IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
  set(HIPPUZZLE_AMD_RPATH)
endif()
set(HIPPUZZLE_AMD_UNFINISHED -Wno-unused -Wunused-value -Wno-unused-parameter)
set(HIPPUZZLE_AMD_FINISHED -Wunused-variable -Wunused-but-set-variable)
set(HIPPUZZLE_AMD_DEBUG -g)

list(TRANSFORM targets PREPEND --offload-arch= OUTPUT_VARIABLE offload)
set(HIPPUZZLE_AMD_COMPILE
    ${hipcc} -x hip -std=c++17 -O3 ${offload} -fPIC -fvisibility=hidden -Wall -Wextra)
list(APPEND HIPPUZZLE_AMD_COMPILE ${HIPPUZZLE_PATHS})
if(HIPPUZZLE_DEBUG_INFO)
  list(APPEND HIPPUZZLE_AMD_COMPILE -gline-tables-only -gdwarf-aranges)
endif()
if(HIPPUZZLE_WERROR)
  list(APPEND HIPPUZZLE_AMD_COMPILE -Werror)
endif()
