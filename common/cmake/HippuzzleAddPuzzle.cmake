# hippuzzle_add_puzzle() and the functions under it. Serves this tree and, through
# find_package(hippuzzle), puzzles that live elsewhere.
include(${CMAKE_CURRENT_LIST_DIR}/HippuzzlePlatforms.cmake)

# The modules' folder in the build tree; in this project it is laid out as in the install tree.
if(NOT HIPPUZZLE_LIBRARY_DIR)
  set(HIPPUZZLE_LIBRARY_DIR ${CMAKE_BINARY_DIR}/lib/hippuzzle)
endif()

# The folder of puzzles' sources for learners: next to the modules, where --plugin-path finds them;
# this project sets it to share/hippuzzle/puzzles.
if(NOT HIPPUZZLE_PUZZLES_DIR)
  set(HIPPUZZLE_PUZZLES_DIR ${HIPPUZZLE_LIBRARY_DIR}/puzzles)
endif()

# The id of a puzzle's folder: p16 of plugins/p16_matmul, a puzzle of the book; gemm of
# plugins/gemm, which is none of the book's and has a word for an id; bank_conflicts of
# plugins/bank_conflicts.
function(hippuzzle_puzzle_id folder id)
  get_filename_component(name ${folder} NAME)
  if(NOT name MATCHES "^(p[0-9]+)_[a-z0-9_]+$|^([a-z]+(_[a-z]+)*)$")
    message(FATAL_ERROR "${folder} is not a puzzle's folder (its name must be like p16_matmul or "
                        "gemm), rename it")
  endif()
  set(${id} ${CMAKE_MATCH_1}${CMAKE_MATCH_2} PARENT_SCOPE)
endfunction()

# Refuses a puzzle's folder whose binding has its name of ABI 1.
function(hippuzzle_require_bindings folder)
  if(EXISTS ${folder}/kernels.hip AND NOT EXISTS ${folder}/bindings.hip)
    message(FATAL_ERROR "${folder}/kernels.hip has the name that ABI 1 gave to a puzzle's binding, "
                        "rename it to bindings.hip")
  endif()
endfunction()

# hippuzzle_tiles(<folder> <name> <tiles>)
# The numbers that the folder's config.hpp defines under this name. HIPPUZZLE_TILES: the sides of tiles,
# besides the usual one, for which kernels are compiled because the judge has cases in them.
# HIPPUZZLE_MORE_TILES: sides that only users ask for.
function(hippuzzle_tiles folder name tiles)
  set(found)
  if(EXISTS ${folder}/config.hpp)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/config.hpp)
    file(STRINGS ${folder}/config.hpp line REGEX "^#define ${name} ")
    string(REGEX MATCHALL "[0-9]+" found "${line}")
  endif()
  set(${tiles} ${found} PARENT_SCOPE)
endfunction()

# The name of the folder's modules, <id>, or with a tile <id>.tile16; and their compile definitions.
function(hippuzzle_module_name folder tile name defines)
  hippuzzle_puzzle_id(${folder} id)
  set(found)
  if(tile)
    string(APPEND id .tile${tile})
    set(found HIPPUZZLE_TILE=${tile})
  endif()
  set(${name} ${id} PARENT_SCOPE)
  set(${defines} ${found} PARENT_SCOPE)
endfunction()

# hippuzzle_add_kernel_module(<target> <folder> KERNELS <file> PLATFORM <platform> DIRECTORY <dir>
#                             [TILE <side>] [OPTIONS <compile option>...] [HEADERS <file.hpp>])
# Builds <dir>/<platform>/<id>.so from the folder's bindings.hip, with KERNELS (relative to the
# folder) as the file that it includes, and source_order.hip, if the folder has one; for tiles of
# another side than the usual <dir>/<platform>/<id>.tile<side>.so.
function(hippuzzle_add_kernel_module target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "KERNELS;PLATFORM;DIRECTORY;TILE;HEADERS" "OPTIONS")
  hippuzzle_module_name(${folder} "${arg_TILE}" name defines)
  hippuzzle_require_bindings(${folder})
  set(source_order)
  if(EXISTS ${folder}/source_order.hip)
    set(source_order SOURCE_ORDER ${folder}/source_order.hip)
  endif()
  hippuzzle_add_module(${target} PLATFORM ${arg_PLATFORM} ${source_order}
    SOURCE ${folder}/bindings.hip
    OUTPUT ${arg_DIRECTORY}/${arg_PLATFORM}/${name}.so
    RPATH "$ORIGIN/.."
    DEFINES "HIPPUZZLE_KERNELS=\"${arg_KERNELS}\"" ${defines}
    OPTIONS ${arg_OPTIONS} HEADERS ${arg_HEADERS})
endfunction()

# hippuzzle_add_checked_module(<target> <folder> KERNELS <file> DIRECTORY <dir> [TILE <side>]
#                              [HEADERS <file.hpp>])
# Builds the instrumented module <dir>/cpu/<id>.check.so in the same way; does nothing where the
# compiler cannot instrument.
function(hippuzzle_add_checked_module target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "KERNELS;DIRECTORY;TILE;HEADERS" "OPTIONS")
  if(NOT cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS OR NOT HIPPUZZLE_CPU_CHECKED)
    return()
  endif()
  hippuzzle_module_name(${folder} "${arg_TILE}" name defines)
  hippuzzle_add_module(${target} PLATFORM cpu
    SOURCE ${folder}/bindings.hip
    OUTPUT ${arg_DIRECTORY}/cpu/${name}.check.so
    RPATH "$ORIGIN/.."
    DEFINES "HIPPUZZLE_KERNELS=\"${arg_KERNELS}\"" ${defines}
    OPTIONS ${arg_OPTIONS} ${HIPPUZZLE_CPU_CHECKED} LIBRARIES ${HIPPUZZLE_CPU_CHECKED_LIBRARIES}
    HEADERS ${arg_HEADERS})
endfunction()

# hippuzzle_add_solution(<target> <folder> PLATFORM <platform> [TILE <side>])
# Builds and installs a kernel module of the solution.
function(hippuzzle_add_solution target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "PLATFORM;TILE" "")
  hippuzzle_add_kernel_module(${target} ${folder} KERNELS solution.hip TILE ${arg_TILE}
    PLATFORM ${arg_PLATFORM} DIRECTORY ${HIPPUZZLE_LIBRARY_DIR})
  hippuzzle_module_name(${folder} "${arg_TILE}" name defines)
  install(PROGRAMS ${HIPPUZZLE_LIBRARY_DIR}/${arg_PLATFORM}/${name}.so
          DESTINATION lib/hippuzzle/${arg_PLATFORM})
endfunction()

# hippuzzle_add_checked_solution(<target> <folder> [TILE <side>])
# The same of its instrumented module, if there is one.
function(hippuzzle_add_checked_solution target folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TILE" "")
  hippuzzle_add_checked_module(${target} ${folder} KERNELS solution.hip TILE ${arg_TILE}
                               DIRECTORY ${HIPPUZZLE_LIBRARY_DIR})
  if(NOT TARGET ${target})
    return()
  endif()
  hippuzzle_module_name(${folder} "${arg_TILE}" name defines)
  install(PROGRAMS ${HIPPUZZLE_LIBRARY_DIR}/cpu/${name}.check.so
          DESTINATION lib/hippuzzle/cpu)
endfunction()

# hippuzzle_add_puzzle(<folder>)
# Builds the puzzle's judge (puzzle.cpp) and, for each enabled platform, its solution's kernels
# (bindings.hip with solution.hip), and installs them. The target <id>_<platform> builds the modules for
# a run, <id>_checked those modules for a check and a trace, <id> all.
function(hippuzzle_add_puzzle folder)
  get_filename_component(folder ${folder} ABSOLUTE)
  hippuzzle_puzzle_id(${folder} id)

  add_library(${id}_judge MODULE ${folder}/puzzle.cpp)
  target_compile_features(${id}_judge PRIVATE cxx_std_20)
  # References of large cases are the longest part of judging them.
  target_compile_options(${id}_judge PRIVATE $<$<CONFIG:RelWithDebInfo>:-O3>)
  target_link_libraries(${id}_judge PRIVATE hippuzzle::puzzle)
  target_include_directories(${id}_judge PRIVATE ${folder})
  set_target_properties(${id}_judge PROPERTIES
    PREFIX "" OUTPUT_NAME ${id} LIBRARY_OUTPUT_DIRECTORY ${HIPPUZZLE_LIBRARY_DIR}/judge
    CXX_VISIBILITY_PRESET hidden)
  install(TARGETS ${id}_judge LIBRARY DESTINATION lib/hippuzzle/judge)

  add_custom_target(${id} DEPENDS ${id}_judge)
  hippuzzle_tiles(${folder} HIPPUZZLE_TILES judged_tiles)
  hippuzzle_tiles(${folder} HIPPUZZLE_MORE_TILES more_tiles)
  foreach(platform IN LISTS HIPPUZZLE_ENABLED_PLATFORMS)
    hippuzzle_add_solution(${id}_${platform} ${folder} PLATFORM ${platform})
    add_dependencies(${id} ${id}_${platform})
    foreach(tile IN LISTS judged_tiles more_tiles)
      hippuzzle_add_solution(${id}_${platform}_tile${tile} ${folder} PLATFORM ${platform}
                             TILE ${tile})
      add_dependencies(${id} ${id}_${platform}_tile${tile})
    endforeach()
    foreach(tile IN LISTS judged_tiles)
      add_dependencies(${id}_${platform} ${id}_${platform}_tile${tile})
    endforeach()
  endforeach()

  hippuzzle_add_checked_solution(${id}_checked ${folder})
  if(TARGET ${id}_checked)
    add_dependencies(${id} ${id}_checked)
    foreach(tile IN LISTS judged_tiles more_tiles)
      hippuzzle_add_checked_solution(${id}_checked_tile${tile} ${folder} TILE ${tile})
      add_dependencies(${id}_checked ${id}_checked_tile${tile})
    endforeach()
  endif()

  # A learner's workspace copies its stubs, lessons and hints from these.
  get_filename_component(name ${folder} NAME)
  file(MAKE_DIRECTORY ${HIPPUZZLE_PUZZLES_DIR})
  file(CREATE_LINK ${folder} ${HIPPUZZLE_PUZZLES_DIR}/${name} SYMBOLIC)
  install(DIRECTORY ${folder} DESTINATION share/hippuzzle/puzzles
          PATTERN puzzle.cpp EXCLUDE PATTERN wrong EXCLUDE)
endfunction()

# hippuzzle_add_device_runtime(<platform> <file.hip>)
# Builds and installs lib/hippuzzle/libhippuzzle_device_<platform>.so.
function(hippuzzle_add_device_runtime platform source)
  get_filename_component(source ${source} ABSOLUTE)
  set(output ${HIPPUZZLE_LIBRARY_DIR}/libhippuzzle_device_${platform}.so)
  hippuzzle_add_module(device_${platform} PLATFORM ${platform} SOURCE ${source} OUTPUT ${output}
                       RPATH "$ORIGIN" OPTIONS ${ARGN})
  install(PROGRAMS ${output} DESTINATION lib/hippuzzle)
endfunction()
