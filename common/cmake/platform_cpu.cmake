# The CPU platform: the host compiler, our own <hip/hip_runtime.h>, libhippuzzle_hip_cpu.so, and for
# kernels to be checked libhippuzzle_hip_cpu_check.so.

include(CheckCXXCompilerFlag)

set(HIPPUZZLE_CPU_ARCH native CACHE STRING "-march of CPU kernels, or empty")

set(HIPPUZZLE_CPU_UNAVAILABLE)
set(HIPPUZZLE_CPU_TOOLCHAIN "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
set(HIPPUZZLE_CPU_LIBRARIES hippuzzle::hip_cpu -pthread)
set(HIPPUZZLE_CPU_UNFINISHED -Wno-unused -Wunused-value -Wno-unused-parameter)
set(HIPPUZZLE_CPU_FINISHED -Wunused-variable -Wunused-but-set-variable)
set(HIPPUZZLE_CPU_LAUNCH_HEADERS hip_cpu/program_macros.hpp)
set(HIPPUZZLE_CPU_QUICK -O1 -g0)
set(HIPPUZZLE_CPU_DEBUG -g -O0)

# -fno-finite-loops keeps a learner's endless loop endless, as on a GPU. extern_shared.cmake needs
# -fno-extern-tls-init. -mtls-dialect=gnu2 must never be added: __shared__ is thread_local, and that
# dialect has given wrong results.
set(HIPPUZZLE_CPU_COMPILE
    ${CMAKE_CXX_COMPILER} -x c++ -std=c++17 -O3 -fno-finite-loops -fPIC -fvisibility=hidden
    -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND HIPPUZZLE_CPU_COMPILE -fno-extern-tls-init)
endif()
if(HIPPUZZLE_DEBUG_INFO)
  list(APPEND HIPPUZZLE_CPU_COMPILE -g1)  # lines only: variables take a third of the compiler's time
endif()
list(APPEND HIPPUZZLE_CPU_COMPILE ${HIPPUZZLE_PATHS})
if(HIPPUZZLE_CPU_ARCH)
  list(APPEND HIPPUZZLE_CPU_COMPILE -march=${HIPPUZZLE_CPU_ARCH})
endif()
if(HIPPUZZLE_WERROR)
  list(APPEND HIPPUZZLE_CPU_COMPILE -Werror)
endif()
if(HIPPUZZLE_SANITIZE)
  list(APPEND HIPPUZZLE_CPU_COMPILE -fsanitize=${HIPPUZZLE_SANITIZE} -fno-sanitize-recover=all
       -fno-omit-frame-pointer)
endif()

# Options for whole programs, which users bring: the options above that change the meaning of code,
# or are needed to link. Programs choose their own warnings; warnings about words that only a
# compiler for GPUs knows are off.
set(HIPPUZZLE_CPU_PROGRAM -D__HIPCC__=1 -DHIP_CPU_PROGRAM=1 -fno-finite-loops -Wno-unknown-pragmas -Wno-attributes
    -Wno-unused-result -DTHRUST_DEVICE_SYSTEM=4)  # its CPP backend
set(HIPPUZZLE_CPU_PREPROCESS)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # Macros stay, so that messages name the lines that use them.
  set(HIPPUZZLE_CPU_PREPROCESS -fdirectives-only)
  list(APPEND HIPPUZZLE_CPU_PROGRAM -fno-extern-tls-init)
endif()
if(HIPPUZZLE_SANITIZE)
  list(APPEND HIPPUZZLE_CPU_PROGRAM -fsanitize=${HIPPUZZLE_SANITIZE})
endif()
if(HIPPUZZLE_CPU_ARCH)
  list(APPEND HIPPUZZLE_CPU_PROGRAM -march=${HIPPUZZLE_CPU_ARCH})
endif()

# Options that instrument kernels for the checker: a call for each access and each basic block,
# which HIPPUZZLE_CPU_CHECKED_LIBRARIES answer. Only g++ at -O0 keeps every access of the source and
# adds none. Without further options, a struct passed by value is read, and a struct that a function
# returns is stored, without a call; -fno-elide-constructors makes the struct's own constructor and
# operator= copy it, which make the call. -fno-plt: half of a checked kernel's work is calls.
# -fno-jump-tables: `grade` follows the machine code of checked kernels, and a table of addresses is not followed.
# -fsanitize=bounds-strict calls when an index leaves its array's declared type, also inside of a
# larger one; otherwise it costs only a comparison. -ftrivial-auto-var-init=pattern gives a local
# variable without a value a pattern that the checker recognises. Empty where kernels cannot be
# checked.
set(HIPPUZZLE_CPU_CHECKED)
set(HIPPUZZLE_CPU_CHECKED_LIBRARIES)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(HIPPUZZLE_CPU_CHECKED -O0 -g -fsanitize=thread -fsanitize=bounds-strict -fsanitize-coverage=trace-pc
      -ftrivial-auto-var-init=pattern -Wno-tsan -fno-elide-constructors -fno-plt -fno-jump-tables)
  set(HIPPUZZLE_CPU_CHECKED_LIBRARIES hippuzzle::hip_cpu_check)
  # For some CPUs g++ fills locals by moves of 32 bytes and more, and at -O0 no vzeroupper follows. With the upper halves of vector
  # registers in use each change between the kernel's AVX and the checker's SSE is slow on Intel's CPUs: there gemm's
  # register-blocked rung took 69 s to be checked, and takes 11.
  check_cxx_compiler_flag("-mmove-max=128 -mstore-max=128" HIPPUZZLE_HAS_MOVE_MAX)
  if(HIPPUZZLE_HAS_MOVE_MAX)
    list(APPEND HIPPUZZLE_CPU_CHECKED -mmove-max=128 -mstore-max=128)
  endif()
  if(HIPPUZZLE_SANITIZE)
    # Instrumentation for two sanitizers does not go together: the checker, HIP's functions and the host's
    # side are sanitized, checked kernels are not.
    list(PREPEND HIPPUZZLE_CPU_CHECKED -fno-sanitize=all -fsanitize-recover=all)
    list(APPEND HIPPUZZLE_CPU_CHECKED_LIBRARIES -Wl,--wrap=__ubsan_handle_out_of_bounds)
  endif()
endif()

# Options that make a precompiled header of a header; the compiler finds it next to the text.
set(HIPPUZZLE_CPU_PRECOMPILE)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(HIPPUZZLE_CPU_PRECOMPILE -x c++-header)
endif()

# `extern __shared__` arrays get their memory from a source that is generated before linking.
find_file(HIPPUZZLE_EXTERN_SHARED extern_shared.cmake NO_CACHE REQUIRED NO_DEFAULT_PATH
          PATHS ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/../hip_cpu/cmake)
function(hippuzzle_cpu_prelink object command sources)
  set(stub ${object}.shared.s)
  set(${command} COMMAND ${CMAKE_COMMAND} -D OBJECTS=${object} -D OUTPUT=${stub}
                 -D READELF=${CMAKE_READELF} -P ${HIPPUZZLE_EXTERN_SHARED} PARENT_SCOPE)
  set(${sources} ${stub} PARENT_SCOPE)
endfunction()
