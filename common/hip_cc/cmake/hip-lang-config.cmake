# Links nothing to a target, as CMake's language HIP asks: `hippuzzle cc` links its own runtime.
if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
  add_library(hip-lang::host INTERFACE IMPORTED)
  add_library(hip-lang::amdhip64 INTERFACE IMPORTED)
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
