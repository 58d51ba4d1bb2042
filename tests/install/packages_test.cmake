# cmake -D BUILD=<build folder> -D SOURCE=<source tree> -D FOLDER=<folder> -P packages_test.cmake
# Every installed file belongs to a package, and these to the right one; the list of materials names what is
# compiled in, with its licence.
cmake_minimum_required(VERSION 3.25)
include(${SOURCE}/common/cmake/packages.cmake)
include(${SOURCE}/common/cmake/stage.cmake)
include(${SOURCE}/common/cmake/sbom.cmake)
set(prefix ${FOLDER}/packages)
file(REMOVE_RECURSE ${prefix})

foreach(pair IN ITEMS bin/hippuzzle=hippuzzle lib/hippuzzle/cpu/p16.so=hippuzzle lib/hippuzzle/judge/p16.so=hippuzzle
        lib/hippuzzle/cpu/p16.check.so=hippuzzle lib/hippuzzle/toolchains/cpu.toml=hippuzzle
        lib/hippuzzle/libhippuzzle_hip_cpu.so=hippuzzle share/hippuzzle/puzzles/p16_matmul/README.md=hippuzzle
        share/man/man1/hippuzzle-run.1=hippuzzle share/zsh/vendor-completions/_hippuzzle=hippuzzle
        include/hippuzzle/puzzle.hpp=hippuzzle-dev include/hippuzzle/platform/nvidia/hip/hip_bf16.h=hippuzzle-dev
        lib/cmake/hippuzzle/hippuzzle-config.cmake=hippuzzle-dev share/hippuzzle/cc/bin/hipcc=hippuzzle-dev
        lib/hippuzzle/libhippuzzle_program_check.so=hippuzzle-dev lib/hippuzzle/nvidia/p16.so=hippuzzle-nvidia
        lib/hippuzzle/roofline/nvidia/ceilings.so=hippuzzle-nvidia lib/hippuzzle/toolchains/nvidia.toml=hippuzzle-nvidia
        lib/hippuzzle/bundled/include/hip/hip_runtime.h=hippuzzle-nvidia lib/hippuzzle/amd/p16.so=hippuzzle-amd
        lib/hippuzzle/libhippuzzle_device_amd.so=hippuzzle-amd share/doc/hippuzzle-doc/html/p16.html=hippuzzle-doc
        etc/hippuzzle.conf= lib/other.so= share/doc/other/README=)
  string(REGEX MATCH "^(.*)=(.*)$" pair ${pair})
  set(file ${CMAKE_MATCH_1})
  set(expected "${CMAKE_MATCH_2}")
  hippuzzle_package_of(found ${file})
  if(NOT "${found}" STREQUAL "${expected}")
    message(SEND_ERROR "${file} belongs to '${found}', not to '${expected}'")
  endif()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files LIST_DIRECTORIES OFF RELATIVE ${prefix} ${prefix}/*)
foreach(file IN LISTS files)
  hippuzzle_package_of(package ${file})
  if(NOT package)
    message(SEND_ERROR "${file} belongs to no package; add a pattern to common/cmake/packages.cmake")
  endif()
endforeach()

find_program(dpkg dpkg-query)
if(dpkg)
  set(version 1.0.0)
  set(epoch 1700000000)
  set(ENV{SOURCE_DATE_EPOCH} ${epoch})
  hippuzzle_write_sbom(${prefix} "" ${FOLDER}/sbom.spdx.json)
  file(READ ${FOLDER}/sbom.spdx.json text)
  string(JSON created GET "${text}" creationInfo created)
  if(NOT created STREQUAL "2023-11-14T22:13:20Z")
    message(SEND_ERROR "the list of materials is of ${created}, not of SOURCE_DATE_EPOCH")
  endif()
  string(JSON count LENGTH "${text}" packages)
  math(EXPR last "${count} - 1")
  set(names)
  foreach(i RANGE ${last})
    string(JSON name GET "${text}" packages ${i} name)
    string(JSON licence GET "${text}" packages ${i} licenseDeclared)
    list(APPEND names ${name})
    if(NOT name STREQUAL hippuzzle AND NOT EXISTS ${prefix}/share/doc/hippuzzle/licences/${name})
      message(SEND_ERROR "the licence of ${name} is not shipped")
    endif()
    if(name STREQUAL nlohmann-json3-dev AND NOT licence STREQUAL MIT)
      message(SEND_ERROR "${name} is listed with the licence ${licence}, not MIT")
    endif()
  endforeach()
  foreach(name IN ITEMS hippuzzle nlohmann-json3-dev libfmt-dev)
    if(NOT name IN_LIST names)
      message(SEND_ERROR "the list of materials has no ${name}")
    endif()
  endforeach()
endif()
file(REMOVE_RECURSE ${prefix})
