# A function of HIP that the CPU platform does not have must stop the compiler, which then names it.
# The same source without the call must compile, so that nothing else stops it.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/missing_function)
file(MAKE_DIRECTORY ${folder})

function(compile body result message)
  file(WRITE ${folder}/source.cpp
    "#include <hip/hip_runtime.h>\n__global__ void kernel(int* out) { *out = 1; ${body} }\n"
    "void launch(int* out) { hipLaunchKernelGGL(kernel, dim3(1), dim3(1), 0, nullptr, out); }\n")
  execute_process(
    COMMAND ${COMPILER} -std=c++17 -fsyntax-only -I${INCLUDE} ${folder}/source.cpp
    RESULT_VARIABLE status ERROR_VARIABLE output)
  set(${result} ${status} PARENT_SCOPE)
  set(${message} "${output}" PARENT_SCOPE)
endfunction()

compile("" result message)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the source without a missing function does not compile:\n${message}")
endif()

foreach(name IN ITEMS __builtin_amdgcn_s_sendmsg hipGraphCreate tex1Dfetch __trap_handler)
  compile("(void)${name}(0);" result message)
  if(result EQUAL 0)
    message(FATAL_ERROR "${name} compiles, although nothing defines it")
  endif()
  if(NOT message MATCHES "error: [^\n]*${name}")
    message(FATAL_ERROR "the compiler does not name ${name}:\n${message}")
  endif()
endforeach()
