# The installed package: find_package(hippuzzle) gives the header targets, hippuzzle::hip_cpu and
# hippuzzle_add_puzzle(), with the same files that this build uses.
include(CMakePackageConfigHelpers)

set(package lib/cmake/hippuzzle)
if(TARGET hippuzzle::hip_cpu)
  get_target_property(hip_cpu hippuzzle::hip_cpu ALIASED_TARGET)
  set_target_properties(${hip_cpu} PROPERTIES EXPORT_NAME hip_cpu)
  install(TARGETS ${hip_cpu} EXPORT hippuzzle-targets LIBRARY DESTINATION lib/hippuzzle)
endif()
install(EXPORT hippuzzle-targets NAMESPACE hippuzzle:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hippuzzle-config.cmake.in
                              ${PROJECT_BINARY_DIR}/generated/hippuzzle-config.cmake
                              INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/hippuzzle-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/hippuzzle-config.cmake
              ${PROJECT_BINARY_DIR}/generated/hippuzzle-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/HippuzzleAddPuzzle.cmake
              ${CMAKE_CURRENT_LIST_DIR}/HippuzzlePlatforms.cmake
              ${CMAKE_CURRENT_LIST_DIR}/platform_cpu.cmake
              ${CMAKE_CURRENT_LIST_DIR}/platform_nvidia.cmake
              ${CMAKE_CURRENT_LIST_DIR}/platform_amd.cmake
              ${CMAKE_CURRENT_LIST_DIR}/AmdTargets.cmake
              ${PROJECT_SOURCE_DIR}/common/hip_cpu/cmake/extern_shared.cmake
        DESTINATION ${package})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/hippuzzle)
