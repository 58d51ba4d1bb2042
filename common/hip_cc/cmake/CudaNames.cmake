# CUDA's names for the functions and types that the CPU platform and the libraries declare by HIP's
# names. The build writes this header of macros from HIP's own headers, so that a function that is
# added has both names.
#
# A CUDA name is HIP's name with cuda instead of hip; `others` below lists names with further
# differences.
function(hippuzzle_write_cuda_names file)
  cmake_path(SET hip NORMALIZE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../hip_cpu/include)
  cmake_path(SET libraries NORMALIZE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../libraries/include)
  file(GLOB headers CONFIGURE_DEPENDS ${hip}/hip/*.h ${hip}/hip_cpu/*.hpp ${libraries}/hiprand/*.h
       ${libraries}/hipblas/*.h ${libraries}/hip_libraries/blas/*.hpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
  set(names)
  foreach(header IN LISTS headers)
    file(READ ${header} text)
    string(REGEX MATCHALL "[A-Za-z0-9_]*(hip|HIP)[A-Za-z0-9_]+" words "${text}")
    list(APPEND names ${words})
    # Macros make functions of these for four types of numbers: hipblas##X##gemm, hipblasI##x##amax.
    string(REGEX MATCHALL "hipblasI?##[Xx]##[A-Za-z0-9]+" words "${text}")
    foreach(word IN LISTS words)
      foreach(letter IN ITEMS S D C Z)
        string(TOLOWER ${letter} small)
        string(REPLACE "##X##" ${letter} name ${word})
        string(REPLACE "##x##" ${small} name ${name})
        list(APPEND names ${name})
      endforeach()
    endforeach()
    string(REGEX MATCHALL "HIP_LIBRARIES_(GENERATE|SETTING)\\([A-Za-z]*," words "${text}")
    foreach(word IN LISTS words)
      string(REGEX REPLACE ".*\\(([A-Za-z]*),.*" "\\1" name ${word})
      if(word MATCHES "GENERATE")
        list(APPEND names hiprandGenerate${name})
      else()
        list(APPEND names hipblasSet${name} hipblasGet${name})
      endif()
    endforeach()
  endforeach()
  # Macros make these, too.
  foreach(what IN ITEMS Vector Matrix VectorAsync MatrixAsync)
    list(APPEND names hipblasSet${what} hipblasGet${what})
  endforeach()
  foreach(what IN ITEMS uniform normal log_normal)
    foreach(count IN ITEMS "" 2 4)
      list(APPEND names hiprand_${what}${count} hiprand_${what}${count}_double)
    endforeach()
  endforeach()
  list(FILTER names INCLUDE REGEX "^(hip[A-Z]|hiprand|HIPRAND_|hipblas|HIPBLAS(LT)?_|HIP_[RC]_|make_hip)")
  list(FILTER names EXCLUDE REGEX "(_t__|^hipblas$|^hiprand_kernel$)")
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  set(lines)
  foreach(name IN LISTS names)
    string(REGEX REPLACE "^HIP_([RC]_)" "CUDA_\\1" cuda ${name})
    string(REGEX REPLACE "^make_hip(.*Complex)" "make_cu\\1" cuda ${cuda})
    string(REGEX REPLACE "^make_hip" "make_cuda" cuda ${cuda})
    string(REGEX REPLACE "^hipDeviceAttribute([A-Z])" "cudaDevAttr\\1" cuda ${cuda})
    string(REGEX REPLACE "^hip(rand|blas)" "cu\\1" cuda ${cuda})
    string(REGEX REPLACE "^HIP(RAND|BLAS|BLASLT)_" "CU\\1_" cuda ${cuda})
    string(REGEX REPLACE "^hip((Float|Double)?Complex)" "cu\\1" cuda ${cuda})
    string(REGEX REPLACE "^hipC(real|imag|onj|abs|add|sub|mul|div|fma)f?$" "\\0" cuda ${cuda})
    if(cuda MATCHES "^hipC(real|imag|abs|add|sub|mul|div|fma)f?$" OR cuda MATCHES "^hipConjf?$")
      string(REGEX REPLACE "^hip" "cu" cuda ${cuda})
    endif()
    string(REGEX REPLACE "^hip" "cuda" cuda ${cuda})
    string(APPEND lines "#define ${cuda} ${name}\n")
  endforeach()
  set(others "")
  foreach(pair IN ITEMS "cudaDeviceProp hipDeviceProp_t" "cudaError hipError_t"
          "cudaDataType hipDataType" "cudaDataType_t hipDataType" "CUstream hipStream_t"
          "cudaDeviceAttr hipDeviceAttribute_t" "CUdeviceptr hipDeviceptr_t"
          "cudaDevAttrMultiProcessorCount hipDeviceAttributeMultiprocessorCount"
          "cudaDevAttrGlobalMemoryBusWidth hipDeviceAttributeMemoryBusWidth"
          "cudaDevAttrMaxThreadsPerMultiProcessor hipDeviceAttributeMaxThreadsPerMultiProcessor"
          "cudaDevAttrMaxSharedMemoryPerBlockOptin hipDeviceAttributeSharedMemPerBlockOptin"
          "cudaDevAttrReservedSharedMemoryPerBlock hipDeviceAttributeReservedSharedMemPerBlock"
          "cudaMemoryTypeUnregistered hipMemoryTypeHost" "cudaMemoryTypeManaged hipMemoryTypeUnified"
          "cudaFuncCache hipFuncCache_t" "cudaLimit hipLimit_t" "cudaPointerAttributes hipPointerAttribute_t"
          "cudaStreamLegacy nullptr" "cudaThreadSynchronize hipDeviceSynchronize"
          "cudaThreadExit hipDeviceReset" "cudaErrorDevicesUnavailable hipErrorNoDevice"
          "cudaMemoryAdvise hipMemoryAdvise" "__nv_bfloat16 __hip_bfloat16"
          "__nv_bfloat162 __hip_bfloat162" "nv_bfloat16 __hip_bfloat16"
          "nv_bfloat162 __hip_bfloat162" "cublasCreate_v2 hipblasCreate"
          "cublasDestroy_v2 hipblasDestroy" "CUBLAS_GEMM_DFALT HIPBLAS_GEMM_DEFAULT"
          "CUBLAS_GEMM_DEFAULT_TENSOR_OP HIPBLAS_GEMM_DEFAULT" "cublasGetStatusString hipblasStatusToString")
    string(REGEX REPLACE "^([^ ]+) " "#undef \\1\n#define \\1 " line "${pair}")
    string(APPEND others "${line}\n")
  endforeach()
  file(WRITE ${file}.new
"// CUDA's names, of what <hip/...>, hipRAND and hipBLAS have here. Written when hippuzzle was built.
#pragma once

${lines}
${others}")
  configure_file(${file}.new ${file} COPYONLY)
endfunction()
