# The NVIDIA platform: nvcc, and ROCm's header-only HIP-on-CUDA layer (Debian: libamdhip64-dev).
# Environment: CUDACXX or CUDA_PATH name nvcc, CUDAHOSTCXX its host compiler, HIP_PATH or ROCM_PATH
# the prefix whose HIP headers are used.

# Architectures as in CMAKE_CUDA_ARCHITECTURES: 90-real is code for sm_90, 75-virtual PTX for sm_75
# and later, 90 both; 90a-real is code for sm_90 with the instructions that no other architecture
# has. native is this machine's GPU, or 90a-real where there is none: everything compiles for it.
set(HIPPUZZLE_CUDA_ARCHITECTURES native CACHE STRING
    "NVIDIA GPUs to compile for; those that nvcc does not know are left out")

find_program(HIPPUZZLE_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_PATH /usr/local/cuda
             PATH_SUFFIXES bin DOC "NVIDIA's compiler")
find_path(HIPPUZZLE_HIP_INCLUDE_DIR hip/nvidia_detail/nvidia_hip_runtime.h
          HINTS ENV HIP_PATH ENV ROCM_PATH /opt/rocm PATH_SUFFIXES include
          DOC "HIP headers with the HIP-on-CUDA layer")

# The GPUs in this machine as architectures, one or several: 90a-real, 86-real.
function(hippuzzle_cuda_native architectures)
  set(found 90a-real)
  find_program(HIPPUZZLE_NVIDIA_SMI nvidia-smi DOC "Says which NVIDIA GPUs are here")
  if(HIPPUZZLE_NVIDIA_SMI)
    execute_process(COMMAND ${HIPPUZZLE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE capabilities ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    list(TRANSFORM capabilities REPLACE "^([0-9]+)\\.([0-9])$" "\\1\\2-real")
    list(TRANSFORM capabilities REPLACE "^90-" "90a-")
    list(REMOVE_DUPLICATES capabilities)
    if(capabilities)
      set(found ${capabilities})
    endif()
  endif()
  set(${architectures} ${found} PARENT_SCOPE)
endfunction()

# -gencode options for the architectures that nvcc knows, in gencode.
function(hippuzzle_cuda_gencode gencode)
  execute_process(COMMAND ${HIPPUZZLE_NVCC} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
  string(REPLACE "\n" ";" known "${known}")
  set(options)
  foreach(architecture IN LISTS HIPPUZZLE_CUDA_ARCHITECTURES)
    string(REGEX MATCH "^([0-9]+)a?" number ${architecture})
    if(NOT sm_${CMAKE_MATCH_1} IN_LIST known)  # nvcc does not list those with a suffix
      continue()
    endif()
    if(NOT architecture MATCHES "-virtual$")
      list(APPEND options -gencode arch=compute_${number},code=sm_${number})
    endif()
    if(NOT architecture MATCHES "-real$")
      list(APPEND options -gencode arch=compute_${number},code=compute_${number})
    endif()
  endforeach()
  set(${gencode} ${options} PARENT_SCOPE)
endfunction()

# Sets refusal to nvcc's first error about an empty kernel with these options, else to "": nvcc
# refuses host compilers newer than it knows.
function(hippuzzle_cuda_refusal refusal)
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/hippuzzle_probe.cu)
  file(WRITE ${probe} "__global__ void probe(int* p) { *p = 1; }\n")
  execute_process(COMMAND ${HIPPUZZLE_NVCC} ${ARGN} -c ${probe} -o ${probe}.o
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(found)
  if(NOT result EQUAL 0)
    string(REGEX MATCH "[^\n]*error[^\n]*" found "${output}")
    set(found "nvcc fails on an empty kernel (${found}); CUDAHOSTCXX names another host compiler")
  endif()
  set(${refusal} "${found}" PARENT_SCOPE)
endfunction()

# Sets HIPPUZZLE_CUDA_HOST to nvcc's option for its host compiler: CUDAHOSTCXX, else this build's
# compiler, else none if nvcc knows a compiler that it takes, as a distribution's nvcc does. Sets
# HIPPUZZLE_CUDA_REFUSAL to the reason if no compiler fits.
function(hippuzzle_find_cuda_host)
  set(key "${HIPPUZZLE_NVCC} ${HIPPUZZLE_CUDA_VERSION} $ENV{CUDAHOSTCXX} ${CMAKE_CXX_COMPILER}")
  if(HIPPUZZLE_CUDA_PROBED STREQUAL key)
    return()
  endif()
  if(NOT "$ENV{CUDAHOSTCXX}" STREQUAL "")
    set(host -ccbin $ENV{CUDAHOSTCXX})
    hippuzzle_cuda_refusal(refusal ${host})
  else()
    set(host -ccbin ${CMAKE_CXX_COMPILER})
    hippuzzle_cuda_refusal(refusal ${host})
    if(refusal)
      hippuzzle_cuda_refusal(refusal_of_its_own)
      if(NOT refusal_of_its_own)
        set(host)
        set(refusal)
      endif()
    endif()
  endif()
  set(HIPPUZZLE_CUDA_PROBED "${key}" CACHE INTERNAL "")
  set(HIPPUZZLE_CUDA_HOST "${host}" CACHE INTERNAL "")
  set(HIPPUZZLE_CUDA_REFUSAL "${refusal}" CACHE INTERNAL "")
endfunction()

set(HIPPUZZLE_NVIDIA_UNAVAILABLE)
if(NOT HIPPUZZLE_NVCC)
  set(HIPPUZZLE_NVIDIA_UNAVAILABLE "nvcc was not found on PATH, in CUDA_PATH or /usr/local/cuda")
  return()
endif()
if(NOT HIPPUZZLE_HIP_INCLUDE_DIR)
  set(HIPPUZZLE_NVIDIA_UNAVAILABLE
      "HIP's headers were not found (Debian and Ubuntu: libamdhip64-dev; elsewhere set HIP_PATH)")
  return()
endif()

execute_process(COMMAND ${HIPPUZZLE_NVCC} --version OUTPUT_VARIABLE HIPPUZZLE_CUDA_VERSION)
string(REGEX MATCH "V([0-9.]+)" HIPPUZZLE_CUDA_VERSION "${HIPPUZZLE_CUDA_VERSION}")
set(HIPPUZZLE_CUDA_VERSION ${CMAKE_MATCH_1})
hippuzzle_find_cuda_host()
if(HIPPUZZLE_CUDA_REFUSAL)
  set(HIPPUZZLE_NVIDIA_UNAVAILABLE "${HIPPUZZLE_CUDA_REFUSAL}")
  return()
endif()

get_filename_component(cuda_root ${HIPPUZZLE_NVCC} REALPATH)
cmake_path(SET cuda_root NORMALIZE ${cuda_root}/../..)
find_library(HIPPUZZLE_CUDART libcudart_static.a
             HINTS ${cuda_root} PATH_SUFFIXES lib64 targets/${CMAKE_SYSTEM_PROCESSOR}-linux/lib
             DOC "CUDA's runtime, static: a module needs nothing but the driver")
if(NOT HIPPUZZLE_CUDART)
  set(HIPPUZZLE_NVIDIA_UNAVAILABLE "libcudart_static.a was not found near ${HIPPUZZLE_NVCC}")
  return()
endif()

if(HIPPUZZLE_CUDA_ARCHITECTURES STREQUAL native)
  hippuzzle_cuda_native(HIPPUZZLE_CUDA_ARCHITECTURES)
endif()
hippuzzle_cuda_gencode(gencode)
if(NOT gencode)
  set(HIPPUZZLE_NVIDIA_UNAVAILABLE "nvcc ${HIPPUZZLE_CUDA_VERSION} knows none of the "
      "architectures ${HIPPUZZLE_CUDA_ARCHITECTURES}")
  return()
endif()
set(HIPPUZZLE_NVIDIA_TOOLCHAIN
    "nvcc ${HIPPUZZLE_CUDA_VERSION} for ${HIPPUZZLE_CUDA_ARCHITECTURES}")
set(HIPPUZZLE_NVIDIA_LIBRARIES ${HIPPUZZLE_CUDART} -ldl -lrt -pthread)

# constexpr functions on the device without an annotation: clang allows them in HIP, nvcc with an
# option.
set(HIPPUZZLE_NVIDIA_COMPILE
    ${HIPPUZZLE_NVCC} -x cu -std=c++17 -O3 ${gencode} ${HIPPUZZLE_CUDA_HOST}
    --expt-relaxed-constexpr
    -D__HIP_PLATFORM_NVIDIA__=1 -D__HIP_PLATFORM_NVCC__=1
    -Xcompiler=-fPIC,-fvisibility=hidden,-Wall,-Wextra)
if(HIPPUZZLE_PATHS)
  list(APPEND HIPPUZZLE_NVIDIA_COMPILE -Xcompiler=${HIPPUZZLE_PATHS})
endif()
if(HIPPUZZLE_DEBUG_INFO)
  list(APPEND HIPPUZZLE_NVIDIA_COMPILE -lineinfo)
endif()
# /usr/include is searched anyway, and naming it would break the host compiler's #include_next.
if(NOT HIPPUZZLE_HIP_INCLUDE_DIR STREQUAL "/usr/include")
  list(APPEND HIPPUZZLE_NVIDIA_COMPILE -isystem ${HIPPUZZLE_HIP_INCLUDE_DIR})
endif()
# ptxas schedules instructions from its second level on.
set(HIPPUZZLE_NVIDIA_SOURCE_ORDER -Xptxas -O1)
set(HIPPUZZLE_NVIDIA_UNFINISHED -Xcompiler=-Wno-unused,-Wunused-value,-Wno-unused-parameter -diag-suppress=177,550)
set(HIPPUZZLE_NVIDIA_DEBUG -lineinfo)
if(HIPPUZZLE_WERROR)
  list(APPEND HIPPUZZLE_NVIDIA_COMPILE -Werror all-warnings -Xcompiler=-Werror)
endif()
