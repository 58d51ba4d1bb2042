# The installed package: find_package(hippuzzle) gives the header targets, hippuzzle::hip_cpu,
# hippuzzle::hip_cpu_check and hippuzzle_add_puzzle(), with the same files that this build uses.
include(CMakePackageConfigHelpers)

set(package lib/cmake/hippuzzle)
foreach(name IN ITEMS hip_cpu hip_cpu_check)
  if(TARGET hippuzzle::${name})
    get_target_property(library hippuzzle::${name} ALIASED_TARGET)
    set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS ${library} EXPORT hippuzzle-targets LIBRARY DESTINATION lib/hippuzzle)
  endif()
endforeach()
install(EXPORT hippuzzle-targets NAMESPACE hippuzzle:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hippuzzle-config.cmake.in
                              ${PROJECT_BINARY_DIR}/generated/hippuzzle-config.cmake
                              INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/hippuzzle-config-version.cmake
                                 COMPATIBILITY SameMajorVersion)
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
