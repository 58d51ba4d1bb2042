# find_package(hip) and find_package(HIP), answered by HIP for the CPU. hippuzzle's hipcc, which the
# toolchain file makes the C++ compiler, compiles sources with kernels; another compiler may compile
# sources that only call HIP's host functions.
get_filename_component(HIPPUZZLE_CC_DIR ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
include(${HIPPUZZLE_CC_DIR}/cmake/HippuzzleHipProgram.cmake)
get_filename_component(hip_prefix ${HIPPUZZLE_CC_DIR}/../../.. ABSOLUTE)
set(hip_INCLUDE_DIR ${hip_prefix}/@HIP_CPU_INCLUDE@)
if(NOT EXISTS ${hip_INCLUDE_DIR})
  set(hip_INCLUDE_DIR @HIP_CPU_SOURCES@)  # hippuzzle is not installed
endif()
set(hip_INCLUDE_DIRS ${hip_INCLUDE_DIR})
set(hip_VERSION @HIP_CPU_VERSION@)
set(HIP_VERSION @HIP_CPU_VERSION@)
set(HIP_FOUND TRUE)
set(HIP_PLATFORM amd)
set(HIP_COMPILER clang)
set(HIP_RUNTIME cpu)
set(HIP_HIPCC_EXECUTABLE ${HIPPUZZLE_CC_DIR}/bin/hipcc)
set(HIP_HIPCONFIG_EXECUTABLE ${HIPPUZZLE_CC_DIR}/bin/hipconfig)

if(NOT TARGET hip::host)
  add_library(hip::amdhip64 SHARED IMPORTED)
  set_target_properties(hip::amdhip64 PROPERTIES
    IMPORTED_LOCATION ${hip_prefix}/lib/hippuzzle/libhippuzzle_hip_cpu.so
    INTERFACE_INCLUDE_DIRECTORIES ${hip_INCLUDE_DIR})
  add_library(hsa-runtime64::hsa-runtime64 INTERFACE IMPORTED)
  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
  add_library(hip::device INTERFACE IMPORTED)
  set_target_properties(hip::device PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
endif()

# The older macros, hip_add_executable(<name> <source>... [HIPCC_OPTIONS ...] [CLANG_OPTIONS ...]
# [NVCC_OPTIONS ...]) and the same for libraries.
macro(hip_cpu_add kind name)
  cmake_parse_arguments(hip_add "" "" "HIPCC_OPTIONS;CLANG_OPTIONS;NVCC_OPTIONS" ${ARGN})
  if(${kind} STREQUAL executable)
    add_executable(${name} ${hip_add_UNPARSED_ARGUMENTS})
  else()
    add_library(${name} ${hip_add_UNPARSED_ARGUMENTS})
  endif()
  hippuzzle_compile_as_hip(${name})
  target_compile_options(${name} PRIVATE ${hip_add_HIPCC_OPTIONS} ${hip_add_CLANG_OPTIONS})
endmacro()
macro(hip_add_executable name)
  hip_cpu_add(executable ${name} ${ARGN})
endmacro()
macro(hip_add_library name)
  hip_cpu_add(library ${name} ${ARGN})
endmacro()
