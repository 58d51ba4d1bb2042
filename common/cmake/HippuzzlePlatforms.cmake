# Selects the platforms to build, and compiles .hip sources into modules for them.
#
# platform_<platform>.cmake sets, in upper case, for its platform P:
#   HIPPUZZLE_<P>_UNAVAILABLE  why it cannot be built here; empty when it can
#   HIPPUZZLE_<P>_TOOLCHAIN    what builds it, for people
#   HIPPUZZLE_<P>_COMPILE      the compile command up to its -I, -D, -c and -o
#   HIPPUZZLE_<P>_LIBRARIES    what modules link to: files, flags or targets
#   HIPPUZZLE_<P>_RPATH        where the libraries are found, if the loader does not know
#   HIPPUZZLE_<P>_SOURCE_ORDER options that keep instructions in source order, if any
#   HIPPUZZLE_<P>_UNFINISHED   options that allow unused variables, as a stub has them
#   HIPPUZZLE_<P>_FINISHED     options that warn of them again, once the stub's gap is filled
#   HIPPUZZLE_<P>_DEBUG        options that let a debugger name lines, and on the CPU variables
#   HIPPUZZLE_<P>_LAUNCH_HEADERS  headers that declare the words for kernel<<<…>>>, where the compiler
#                              knows no such launch
#   HIPPUZZLE_<P>_QUICK        options for kernels whose speed does not matter, if any
# and may define hippuzzle_<platform>_prelink(<object> <command variable> <source variable>): a
# command to run before linking, and the source that it generates.
# All platforms are linked by the host compiler: their objects are host objects that carry GPU code.

set(HIPPUZZLE_PLATFORMS auto CACHE STRING "auto, or a list of cpu, nvidia and amd")
option(HIPPUZZLE_WERROR "Treat compiler warnings as errors, on every platform" OFF)

set(HIPPUZZLE_DEBUG_INFO OFF)
if(CMAKE_BUILD_TYPE MATCHES "^(Debug|RelWithDebInfo)$")
  set(HIPPUZZLE_DEBUG_INFO ON)
endif()

set(HIPPUZZLE_ENABLED_PLATFORMS)
foreach(platform IN ITEMS cpu nvidia amd)
  if(NOT HIPPUZZLE_PLATFORMS STREQUAL auto AND NOT platform IN_LIST HIPPUZZLE_PLATFORMS)
    continue()
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/platform_${platform}.cmake)
  string(TOUPPER ${platform} prefix)
  if(NOT HIPPUZZLE_${prefix}_UNAVAILABLE)
    list(APPEND HIPPUZZLE_ENABLED_PLATFORMS ${platform})
    message(STATUS "hippuzzle: ${platform} is built by ${HIPPUZZLE_${prefix}_TOOLCHAIN}")
  elseif(HIPPUZZLE_PLATFORMS STREQUAL auto)
    message(STATUS "hippuzzle: ${platform} is not built: ${HIPPUZZLE_${prefix}_UNAVAILABLE}")
  else()
    message(FATAL_ERROR "HIPPUZZLE_PLATFORMS asks for ${platform}, which cannot be built here: "
                        "${HIPPUZZLE_${prefix}_UNAVAILABLE}")
  endif()
endforeach()

# hippuzzle_add_object(<object> PLATFORM <platform> SOURCE <file.hip> SHOWN <text>
#                      [DEFINES <name=value>...] [OPTIONS <option>...] [INCLUDES <folder>...]
#                      [DEPENDS <file>...])
# Compiles <object>; SHOWN is the build's message meanwhile. The source can include from its own
# folder, the platform's headers and INCLUDES, nothing else of this project.
function(hippuzzle_add_object object)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PLATFORM;SOURCE;SHOWN" "DEFINES;OPTIONS;INCLUDES;DEPENDS")
  string(TOUPPER ${arg_PLATFORM} prefix)
  get_filename_component(source_folder ${arg_SOURCE} DIRECTORY)
  set(includes $<TARGET_PROPERTY:hippuzzle::platform_${arg_PLATFORM},INTERFACE_INCLUDE_DIRECTORIES>)
  list(TRANSFORM arg_DEFINES PREPEND -D)
  list(TRANSFORM arg_INCLUDES PREPEND -I)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${HIPPUZZLE_${prefix}_COMPILE} ${arg_OPTIONS} ${arg_DEFINES} -I${source_folder}
            ${arg_INCLUDES} "-I$<JOIN:${includes},;-I>" -MD -MF ${object}.d -MT ${object}
            -c ${arg_SOURCE} -o ${object}
    DEPENDS ${arg_SOURCE} ${arg_DEPENDS}
    DEPFILE ${object}.d
    COMMENT "Compiling ${arg_SHOWN}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# hippuzzle_add_module(<target> PLATFORM <platform> SOURCE <file.hip> OUTPUT <file.so>
#                      RPATH <path> [DEFINES <name=value>...] [OPTIONS <option>...]
#                      [LIBRARIES <target>...] [SOURCE_ORDER <file.hip>] [HEADERS <file.hpp>])
# LIBRARIES are linked before the platform's.
# HEADERS is included first, from the <file.hpp>.gch that the same options gave.
# SOURCE_ORDER is a part of the module whose instructions are to stay in the order of the source. If the
# platform has options for that, the part is compiled on its own and HIPPUZZLE_SOURCE_ORDER_APART is 1;
# else that is 0, and SOURCE includes it.
function(hippuzzle_add_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PLATFORM;SOURCE;OUTPUT;RPATH;SOURCE_ORDER;HEADERS"
                        "DEFINES;OPTIONS;LIBRARIES")
  string(TOUPPER ${arg_PLATFORM} prefix)
  cmake_path(RELATIVE_PATH arg_OUTPUT BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE shown)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  set(objects ${object})
  set(headers)
  set(precompiled)
  if(arg_HEADERS)
    set(headers -Winvalid-pch -include ${arg_HEADERS})
    set(precompiled ${arg_HEADERS}.gch)
  endif()
  set(apart 0)
  if(arg_SOURCE_ORDER AND HIPPUZZLE_${prefix}_SOURCE_ORDER)
    set(apart 1)
    list(APPEND objects ${CMAKE_CURRENT_BINARY_DIR}/${target}.source_order.o)
    list(GET objects 1 object_source_order)
    hippuzzle_add_object(${object_source_order} PLATFORM ${arg_PLATFORM} SOURCE ${arg_SOURCE_ORDER}
                         SHOWN ${shown} DEFINES ${arg_DEFINES}
                         OPTIONS ${arg_OPTIONS} ${HIPPUZZLE_${prefix}_SOURCE_ORDER})
  endif()
  hippuzzle_add_object(${object} PLATFORM ${arg_PLATFORM} SOURCE ${arg_SOURCE} SHOWN ${shown}
                       DEFINES ${arg_DEFINES} HIPPUZZLE_SOURCE_ORDER_APART=${apart}
                       OPTIONS ${arg_OPTIONS} ${headers} DEPENDS ${precompiled})
  hippuzzle_link_module(${target} PLATFORM ${arg_PLATFORM} OBJECTS ${objects} OUTPUT ${arg_OUTPUT}
                        RPATH ${arg_RPATH} LIBRARIES ${arg_LIBRARIES})
endfunction()

# hippuzzle_link_module(<target> PLATFORM <platform> OBJECTS <file.o>... OUTPUT <file.so> RPATH <path>
#                       [LIBRARIES <target>...] [OPTIONS <linker option>...])
function(hippuzzle_link_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PLATFORM;OUTPUT;RPATH" "OBJECTS;LIBRARIES;OPTIONS")
  string(TOUPPER ${arg_PLATFORM} prefix)
  get_filename_component(output_folder ${arg_OUTPUT} DIRECTORY)
  cmake_path(RELATIVE_PATH arg_OUTPUT BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE shown)
  set(libraries)
  set(link_depends)
  foreach(library IN LISTS arg_LIBRARIES HIPPUZZLE_${prefix}_LIBRARIES)
    if(library MATCHES "::")
      list(APPEND libraries $<TARGET_LINKER_FILE:${library}>)
      list(APPEND link_depends ${library})
    else()
      list(APPEND libraries ${library})
    endif()
  endforeach()
  set(prelink)
  set(generated_source)
  if(COMMAND hippuzzle_${arg_PLATFORM}_prelink)
    list(GET arg_OBJECTS 0 object)
    cmake_language(CALL hippuzzle_${arg_PLATFORM}_prelink ${object} prelink generated_source)
  endif()

  # DT_RPATH, so that a bundle's libraries, which the binary names, are found for modules too.
  set(rpath -Wl,--disable-new-dtags)
  foreach(path IN LISTS arg_RPATH HIPPUZZLE_${prefix}_RPATH)
    list(APPEND rpath -Wl,-rpath,${path})
  endforeach()
  set(sanitize)
  if(HIPPUZZLE_SANITIZE)
    set(sanitize -fsanitize=${HIPPUZZLE_SANITIZE})
  endif()
  file(MAKE_DIRECTORY ${output_folder})  # not a process for each of some hundred modules
  add_custom_command(
    OUTPUT ${arg_OUTPUT}
    ${prelink}
    COMMAND ${CMAKE_CXX_COMPILER} -shared ${arg_OBJECTS} ${generated_source} -o ${arg_OUTPUT} ${sanitize}
            -Wl,-z,defs -Wl,--as-needed ${arg_OPTIONS} ${rpath} ${libraries}
    DEPENDS ${arg_OBJECTS} ${link_depends}
    COMMENT "Linking ${shown}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${arg_OUTPUT})
endfunction()
