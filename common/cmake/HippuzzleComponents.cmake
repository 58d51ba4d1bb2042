# Components: static libraries whose includes are checked by the compiler. Each exports a view of its
# own folder only, so an include of a component that is not linked does not compile. Includes are
# spelled from the view: "engine/protocol/job.hpp".

# hippuzzle_add_component(<path> [TYPE STATIC|OBJECT] [FOLDER <folder>] [SINGLY]
#                         [DEPENDS <path>...] [LIBRARIES <target>...] [PRIVATE_LIBRARIES <target>...])
# path: the folder as includes spell it, engine/runner. The target is that path with underscores,
# engine_runner, and holds every .cpp below FOLDER, by default the current one, except templates. A
# folder without any .cpp becomes an interface library. Dependencies are public, because a component's
# headers include headers of its dependencies.
# STATIC, the default: host code, whose speed matters less than how fast it is built
# (HippuzzleHostSources.cmake). OBJECT: code of a library that kernels or GPU modules run on; it is
# compiled at the build type's own level. SINGLY: each source is compiled by itself.
function(hippuzzle_add_component path)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SINGLY" "TYPE;FOLDER" "DEPENDS;LIBRARIES;PRIVATE_LIBRARIES")
  string(REPLACE / _ name ${path})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(arg_FOLDER)
    cmake_path(APPEND folder ${arg_FOLDER})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX /templates/)
  set_property(GLOBAL APPEND PROPERTY HIPPUZZLE_COMPONENTS ${path})
  hippuzzle_view(${path} ${folder} view)
  string(REPLACE / _ depends "${arg_DEPENDS}")
  if(NOT sources)  # headers alone
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${view})
    target_link_libraries(${name} INTERFACE ${depends} ${arg_LIBRARIES})
    return()
  endif()
  if(NOT arg_TYPE)
    set(arg_TYPE STATIC)
  endif()
  add_library(${name} ${arg_TYPE} ${sources})
  target_include_directories(${name} PUBLIC ${view})
  target_link_libraries(${name} PUBLIC ${depends} ${arg_LIBRARIES} PRIVATE ${arg_PRIVATE_LIBRARIES})
  if(arg_TYPE STREQUAL STATIC)
    hippuzzle_quick_to_build(${name})
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${HIPPUZZLE_UNITY})
  if(arg_SINGLY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  hippuzzle_compile_by_folder(${name} ${sources})
endfunction()

# hippuzzle_require_components(<path>...): adds the components that the build does not have yet, with
# the targets in their folders of common. For parts that are configured alone.
function(hippuzzle_require_components)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH common)
  foreach(path IN LISTS ARGN)
    string(REPLACE / _ name ${path})
    if(NOT TARGET ${name})
      add_subdirectory(${common}/${path} ${name})
    endif()
  endforeach()
endfunction()

# hippuzzle_compile_by_folder(<target> <source>...)
# Unity sources of up to 16 sources: each starts with a folder, and takes further folders while they
# fit. A change in the number of one folder's sources moves few others.
function(hippuzzle_compile_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(folders)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    list(APPEND folders ${folder})
    list(APPEND "sources of ${folder}" ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(group 0)
  set(count 0)
  foreach(folder IN LISTS folders)
    list(LENGTH "sources of ${folder}" more)
    math(EXPR count "${count} + ${more}")
    if(count GREATER 16)
      math(EXPR group "${group} + 1")
      set(count ${more})
    endif()
    set(taken 0)
    foreach(source IN LISTS "sources of ${folder}")
      math(EXPR batch "${taken} / 16")
      math(EXPR taken "${taken} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP sources_${group}_${batch})
    endforeach()
  endforeach()
endfunction()

# hippuzzle_compile_in_page(<target> <folder> <header> <part>...)
# A page of HTML, style and scripts is written as such files in the folder, and compiled in: the
# header is made from <folder>/<header>.in, where @trace_page_css@ stands for trace_page.css.
function(hippuzzle_compile_in_page target folder header)
  foreach(part IN LISTS ARGN)
    set(file ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${part})
    string(REPLACE . _ variable ${part})
    file(READ ${file} ${variable})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  configure_file(${folder}/${header}.in ${header} @ONLY)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# hippuzzle_view(<path> <folder> <variable>): the folder from which "<path>/header.hpp" is a header of
# that folder, and nothing else can be included.
function(hippuzzle_view path folder variable)
  string(REPLACE / _ name ${path})
  set(view ${PROJECT_BINARY_DIR}/components/${name})
  cmake_path(GET path PARENT_PATH parent)
  file(MAKE_DIRECTORY ${view}/${parent})
  file(CREATE_LINK ${folder} ${view}/${path} SYMBOLIC)
  set(${variable} ${view} PARENT_SCOPE)
endfunction()
