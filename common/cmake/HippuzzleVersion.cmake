# hippuzzle::version: <hippuzzle/version.hpp>, with the version and the git revision of the build.
# The revision lies in a source file of its own, so a commit recompiles that one and relinks.

configure_file(${CMAKE_CURRENT_LIST_DIR}/version.hpp.in
               ${PROJECT_BINARY_DIR}/generated/hippuzzle/version.hpp @ONLY)

set(head)
find_package(Git QUIET)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --path-format=absolute --git-path logs/HEAD
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE head
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT EXISTS "${head}")
    set(head)
  endif()
endif()

set(revision ${PROJECT_BINARY_DIR}/generated/revision.cpp)
add_custom_command(
  OUTPUT ${revision}
  COMMAND ${CMAKE_COMMAND} -D GIT=${GIT_EXECUTABLE} -D SOURCE=${PROJECT_SOURCE_DIR}
          -D OUTPUT=${revision} -P ${CMAKE_CURRENT_LIST_DIR}/write_revision.cmake
  DEPENDS ${head} ${CMAKE_CURRENT_LIST_DIR}/write_revision.cmake
  COMMENT "Writing the git revision"
  VERBATIM)
add_library(hippuzzle_version STATIC ${revision})
add_library(hippuzzle::version ALIAS hippuzzle_version)
target_include_directories(hippuzzle_version PUBLIC ${PROJECT_BINARY_DIR}/generated)
