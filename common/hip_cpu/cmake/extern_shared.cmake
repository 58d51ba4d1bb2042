# Gives `extern __shared__ T name[]` its memory when a module with kernels for the CPU is linked.
#
#   cmake -DOBJECTS=<a.o;b.o> -DOUTPUT=<stub.s> [-DREADELF=<readelf>] -P extern_shared.cmake
#
# On the CPU such an array is an undefined thread-local symbol. This script finds such symbols in
# the object files and writes an assembler source to be linked with them. The source defines all at
# one address, the begin of 64 KiB, because on a GPU they name the same memory, too. Without such
# arrays it defines no symbol. It has no instruction, so any ELF assembler accepts it. The objects
# need g++'s -fno-extern-tls-init: g++ assumes that an array of unknown size may have a constructor,
# whatever the declaration says.
#
# include()d, it defines hip_cpu_define_extern_shared(<target>): does that for a target of CMake.
cmake_policy(VERSION 3.20)

# The built-in variables are thread-local and undefined as well; the runtime library has them.
set(hip_cpu_builtins "^(threadIdx|blockIdx|blockDim|gridDim|_ZN7hip_cpu.*|_ZSt.*)$")

function(hip_cpu_write_extern_shared readelf objects output)
  list(FILTER objects EXCLUDE REGEX "\\.(gch|pch)$")  # newer CMakes list precompiled headers as well
  execute_process(COMMAND ${readelf} --symbols --wide ${objects}
    OUTPUT_VARIABLE table RESULT_VARIABLE failed ERROR_VARIABLE message)
  if(failed)
    message(FATAL_ERROR "cannot read the symbols of ${objects} (${readelf}: ${message})")
  endif()
  string(REGEX MATCHALL " TLS +GLOBAL +[A-Z]+ +UND +[^ \n]+" lines "${table}")
  list(TRANSFORM lines REPLACE ".* " "")
  list(FILTER lines EXCLUDE REGEX ${hip_cpu_builtins})
  list(REMOVE_DUPLICATES lines)
  foreach(name IN LISTS lines)
    string(REGEX REPLACE "^_Z" "" encoded ${name})
    if(table MATCHES "UND _ZTH([0-9]*)${encoded}\n")
      message(FATAL_ERROR "${name} in ${objects} is not plain memory (each access calls a function "
                          "that may initialise it), compile with -fno-extern-tls-init")
    endif()
  endforeach()

  set(symbols)
  foreach(name IN LISTS lines)
    string(APPEND symbols ".globl ${name}\n.hidden ${name}\n.type ${name}, %object\n"
                          ".size ${name}, 65536\n${name}:\n")
  endforeach()
  set(text ".section .note.GNU-stack, \"\", %progbits\n")
  if(symbols)
    string(PREPEND text ".section .tbss, \"awT\", %nobits\n.balign 4096\n${symbols}.zero 65536\n")
  endif()
  file(WRITE ${output} "${text}")
endfunction()

function(hip_cpu_define_extern_shared target)
  set(stub ${CMAKE_CURRENT_BINARY_DIR}/${target}_extern_shared.s)
  add_custom_command(TARGET ${target} PRE_LINK
    COMMAND ${CMAKE_COMMAND} "-DOBJECTS=$<TARGET_OBJECTS:${target}>" -DOUTPUT=${stub}
            -DREADELF=${CMAKE_READELF} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    VERBATIM)
  target_link_options(${target} PRIVATE ${stub})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  if(NOT OBJECTS OR NOT OUTPUT)
    message(FATAL_ERROR "usage: cmake -DOBJECTS=<a.o;b.o> -DOUTPUT=<stub.s> -P extern_shared.cmake")
  endif()
  if(NOT READELF)
    set(READELF readelf)
  endif()
  hip_cpu_write_extern_shared(${READELF} "${OBJECTS}" ${OUTPUT})
endif()
