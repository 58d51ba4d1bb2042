# cmake -D BUILD=<build folder> -D OUTPUT=<folder> -P bundle.cmake
# Packs the installed tree of BUILD, with the shared libraries that it needs, into
# OUTPUT/hippuzzle-<version>-linux-<processor>.tar.gz. Another machine needs only glibc, of the version
# printed or newer, and for a GPU its driver. share/doc/hippuzzle has the licences of what is packed, and
# sbom.spdx.json lists it.
cmake_minimum_required(VERSION 3.25)

# glibc's own libraries and NVIDIA's driver, as regular expressions of sonames.
set(taken_from_the_machine
    "^ld-linux.*" "^lib(c|m|dl|rt|pthread|util|resolv)\\.so\\..*" "^libcuda\\.so\\..*")

include(${CMAKE_CURRENT_LIST_DIR}/stage.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sbom.cmake)
hippuzzle_read_build(${BUILD})
set(version ${CMAKE_PROJECT_VERSION})
cmake_host_system_information(RESULT platform QUERY OS_PLATFORM)
set(name hippuzzle-${version}-linux-${platform})
set(stage ${BUILD}/bundle/${name})
set(bundled ${stage}/lib/hippuzzle/bundled)

file(REMOVE_RECURSE ${BUILD}/bundle)
hippuzzle_install_stripped(${BUILD} ${stage})

file(GLOB_RECURSE modules ${stage}/lib/hippuzzle/*.so)
# Stubs lie a folder deeper than where they were linked for, and are found by the binary's run path.
list(FILTER modules EXCLUDE REGEX "/lib/hippuzzle/stubs/")
set(opened_at_run_time)
if(EXISTS ${stage}/lib/hippuzzle/libhippuzzle_device_amd.so)
  # ROCm's HIP runtime opens its code object manager by name, so nothing lists it as needed.
  get_filename_component(rocm_libraries ${HIPPUZZLE_AMDHIP} DIRECTORY)
  file(GLOB opened_at_run_time ${rocm_libraries}/libamd_comgr.so.[0-9])
endif()
file(GET_RUNTIME_DEPENDENCIES
     EXECUTABLES ${stage}/bin/hippuzzle
     MODULES ${modules} ${opened_at_run_time}
     RESOLVED_DEPENDENCIES_VAR libraries
     UNRESOLVED_DEPENDENCIES_VAR unresolved
     PRE_EXCLUDE_REGEXES ${taken_from_the_machine}
     POST_EXCLUDE_REGEXES "^${stage}/")
if(unresolved)
  message(FATAL_ERROR "shared libraries that the bundle needs were not found: ${unresolved}")
endif()
file(MAKE_DIRECTORY ${bundled})
list(APPEND libraries ${opened_at_run_time})
foreach(library IN LISTS libraries)
  get_filename_component(soname ${library} NAME)
  file(REAL_PATH ${library} library)
  file(COPY_FILE ${library} ${bundled}/${soname})
endforeach()

if(EXISTS ${stage}/lib/hippuzzle/toolchains/nvidia.toml)
  hippuzzle_ship_hip_headers(${bundled}/include)
endif()
hippuzzle_write_sbom(${stage} "${libraries}" ${stage}/share/doc/hippuzzle/sbom.spdx.json)

# Verifies that every library that a file here needs is here too, or belongs to glibc or the driver.
file(GLOB_RECURSE files ${stage}/bin/* ${stage}/lib/*.so ${stage}/lib/*.so.*)
set(here)
foreach(file IN LISTS files)
  get_filename_component(soname ${file} NAME)
  list(APPEND here ${soname})
endforeach()
set(glibc 2.0)
foreach(file IN LISTS files)
  execute_process(COMMAND ${CMAKE_READELF} --dynamic --version-info --wide ${file}
                  OUTPUT_VARIABLE dump COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*\\[[^\n]*\\]" needed "${dump}")
  foreach(entry IN LISTS needed)
    string(REGEX REPLACE ".*\\[(.*)\\]$" "\\1" soname "${entry}")
    set(found ${soname})
    if(NOT soname IN_LIST here)
      set(found)
      foreach(pattern IN LISTS taken_from_the_machine)
        if(soname MATCHES "${pattern}")
          set(found ${soname})
        endif()
      endforeach()
    endif()
    if(NOT found)
      message(FATAL_ERROR "${file} needs ${soname}, which the bundle does not carry")
    endif()
  endforeach()
  string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${dump}")
  foreach(version IN LISTS versions)
    string(REPLACE "GLIBC_" "" version ${version})
    if(version VERSION_GREATER glibc)
      set(glibc ${version})
    endif()
  endforeach()
endforeach()
execute_process(COMMAND env -i ${stage}/bin/hippuzzle list
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

hippuzzle_set_times(${stage} ${epoch})
execute_process(COMMAND tar --create --sort=name --owner=0 --group=0 --numeric-owner ${name}
                COMMAND gzip -9n OUTPUT_FILE ${OUTPUT}/${name}.tar.gz
                WORKING_DIRECTORY ${BUILD}/bundle COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${OUTPUT}/${name}.tar.gz size)
math(EXPR size "${size} / 1000000")
list(LENGTH files count)
message(STATUS "checked ${count} files: they need glibc ${glibc} or newer, and for a GPU its driver")
message(STATUS "${OUTPUT}/${name}.tar.gz, ${size} MB")
