# cmake -DCOMPILER=<c++> -DINTERFACE=<folder> -P interface_alone.cmake
# The headers for tools are plain C, complete in themselves, and show no header of HIP.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/interface_alone)
file(MAKE_DIRECTORY ${folder})

function(compile text options result message)
  file(WRITE ${folder}/source.c "${text}")
  execute_process(COMMAND ${COMPILER} ${options} -fsyntax-only -I${INTERFACE} ${folder}/source.c
    RESULT_VARIABLE status ERROR_VARIABLE output)
  set(${result} ${status} PARENT_SCOPE)
  set(${message} "${output}" PARENT_SCOPE)
endfunction()

file(GLOB headers RELATIVE ${INTERFACE} ${INTERFACE}/hip_cpu/*)
list(LENGTH headers count)
if(count LESS 3)
  message(FATAL_ERROR "check.h, trace.h and config.h are expected in ${INTERFACE}/hip_cpu")
endif()
foreach(header IN LISTS headers)
  compile("#include <${header}>\n" "-xc;-std=c11;-Wall;-Wextra;-Werror" result message)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "<${header}> alone is not C11:\n${message}")
  endif()
endforeach()
compile("#include <hip_cpu/launch.hpp>\n" "-xc++;-std=c++20" result message)
if(result EQUAL 0)
  message(FATAL_ERROR "who links the interface can include headers for kernels")
endif()
