# Header-only targets, the same names in this tree and in the installed package:
#   hippuzzle::abi                  <hippuzzle/*.h>, the C contracts between host and modules
#   hippuzzle::puzzle               also <hippuzzle/*.hpp>, the headers for authors of puzzles
#   hippuzzle::platform_<platform>  also <hip/hip_runtime.h> as the platform has it
#   hippuzzle::hip_cpu_interface    <hip_cpu/*.h>, plain C: the CPU platform's interface for tools,
#                                   without HIP

include_guard(GLOBAL)

function(hippuzzle_add_headers name installed)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH common)
  add_library(hippuzzle_${name} INTERFACE)
  add_library(hippuzzle::${name} ALIAS hippuzzle_${name})
  set_target_properties(hippuzzle_${name} PROPERTIES EXPORT_NAME ${name})
  foreach(root IN LISTS ARGN)
    target_include_directories(hippuzzle_${name} INTERFACE
      $<BUILD_INTERFACE:${common}/${root}>)
    # Every header lies below a folder of its own (hippuzzle/, hip/); the installation copies that
    # folder.
    install(DIRECTORY ${common}/${root}/ DESTINATION ${installed}
            FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
  endforeach()
  target_include_directories(hippuzzle_${name} INTERFACE $<INSTALL_INTERFACE:${installed}>)
  install(TARGETS hippuzzle_${name} EXPORT hippuzzle-targets)
endfunction()

hippuzzle_add_headers(abi include abi)
hippuzzle_add_headers(puzzle include puzzle)
target_link_libraries(hippuzzle_puzzle INTERFACE hippuzzle_abi)
foreach(platform IN ITEMS cpu nvidia amd)
  hippuzzle_add_headers(platform_${platform} include/hippuzzle/platform/${platform}
                        hip_${platform}/include)
  target_link_libraries(hippuzzle_platform_${platform} INTERFACE hippuzzle_puzzle)
endforeach()
hippuzzle_add_headers(hip_cpu_interface include/hippuzzle/tools hip_cpu/interface)
