# Targets of each puzzle besides the puzzle itself: stubs and wrong kernels for tests, the records of
# mistakes, and the entries of compile_commands.json. Included by plugins/CMakeLists.txt; tests/hip_cpu/check
# precompiles its kernels' headers in the same way. Puzzles of others need HippuzzleAddPuzzle.cmake alone.

# hippuzzle_precompile_kernel_headers(<kind> <header> <compile option>...)
# The header as the CPU platform parses it with these options, for modules of this directory that are
# given HEADERS ${HIPPUZZLE_<KIND>_HEADERS}. That is empty where there are no precompiled headers.
function(hippuzzle_precompile_kernel_headers kind included)
  if(NOT cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU
     OR CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${kind}/kernel_headers.hpp)
  file(CONFIGURE OUTPUT ${header} CONTENT "#include <${included}>\n")
  hippuzzle_add_object(${header}.gch PLATFORM cpu SOURCE ${header}
                       SHOWN "the headers of ${kind} kernels" OPTIONS ${ARGN} -x c++-header)
  string(TOUPPER ${kind} kind)
  set(HIPPUZZLE_${kind}_HEADERS ${header} PARENT_SCOPE)
endfunction()

# hippuzzle_included_before_kernels(<folder> <headers> <all>)
# The #include lines of the folder's bindings.hip before the one of the kernels, and whether all stand
# there.
function(hippuzzle_included_before_kernels folder headers all)
  file(STRINGS ${folder}/bindings.hip found REGEX "^#include ")
  list(FIND found "#include HIPPUZZLE_KERNELS" kernels)
  list(LENGTH found count)
  math(EXPR behind "${count} - ${kernels} - 1")
  list(SUBLIST found 0 ${kernels} found)
  set(${headers} ${found} PARENT_SCOPE)
  if(behind EQUAL 0)
    set(${all} TRUE PARENT_SCOPE)
  else()
    set(${all} FALSE PARENT_SCOPE)
  endif()
endfunction()

# hippuzzle_add_gpu_test_modules(<folder> <dir> <platform> <modules> [TILE <side>])
# The stub's and all wrong kernels' modules for a GPU's platform, compiled in one run: most of a run's
# time goes into headers. Each file is in a namespace of its own and has an entry of its own, and each
# module is linked with one of these as the module's entry. Headers that come after the kernels
# (gemm's) would be in the first namespace alone, so there each module is compiled by itself.
function(hippuzzle_add_gpu_test_modules folder directory platform modules)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "TILE" "")
  hippuzzle_puzzle_id(${folder} id)
  hippuzzle_module_name(${folder} "${arg_TILE}" name defines)
  string(TOUPPER ${platform} prefix)
  set(options ${HIPPUZZLE_${prefix}_QUICK} ${HIPPUZZLE_${prefix}_UNFINISHED})
  set(suffix ${platform})
  if(arg_TILE)
    string(APPEND suffix _tile${arg_TILE})
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${folder}/wrong/*.hip)
  if(EXISTS ${folder}/kernel.hip AND NOT arg_TILE)
    list(APPEND files ${folder}/kernel.hip)
  endif()
  hippuzzle_included_before_kernels(${folder} headers together)
  list(JOIN headers "\n" text)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${id}_wrong_${suffix}.hip)
  set(object ${source}.o)
  set(found)
  foreach(file IN LISTS files)
    cmake_path(GET file STEM kernel)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${folder} OUTPUT_VARIABLE relative)
    set(target ${id}_wrong_${kernel}_${suffix})
    set(root ${directory}/wrong/${kernel})
    if(relative STREQUAL "kernel.hip")
      set(target ${id}_stub_${platform})
      set(root ${directory}/stub)
    endif()
    list(APPEND found ${target})
    if(NOT together)
      hippuzzle_add_kernel_module(${target} ${folder} KERNELS ${relative} PLATFORM ${platform}
                                  DIRECTORY ${root} TILE ${arg_TILE} OPTIONS ${options})
      continue()
    endif()
    set(entry hippuzzle_kernels_entry_of_${kernel})
    string(APPEND text "
#define hippuzzle_kernels_entry ${entry}
#define HIPPUZZLE_KERNELS \"${relative}\"
namespace ${kernel}_file {
#include \"bindings.hip\"
}
#undef hippuzzle_kernels_entry
#undef HIPPUZZLE_KERNELS
")
    hippuzzle_link_module(${target} PLATFORM ${platform} OBJECTS ${object}
      OUTPUT ${root}/${platform}/${name}.so RPATH "$ORIGIN/.."
      OPTIONS -Wl,--defsym=hippuzzle_kernels_entry=${entry})
  endforeach()
  if(files AND together)
    file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
    hippuzzle_add_object(${object} PLATFORM ${platform} SOURCE ${source}
      SHOWN "wrong kernels of ${name} for ${platform}" OPTIONS ${options}
      DEFINES ${defines} HIPPUZZLE_SOURCE_ORDER_APART=0 INCLUDES ${folder})
  endif()
  set(${modules} ${found} PARENT_SCOPE)
endfunction()

# hippuzzle_add_cpu_test_modules(<folder> <dir> <modules>)
# The same for the CPU, each compiled by itself from precompiled headers: an error of one file is then
# no error of others, and findings name kernels as the file does. Builds the modules to be checked as
# well: of wrong kernels, for other tiles where a line "// tiles: 16" says that the mistake is seen in
# these, and of a stub that has a planted mistake and no gap ("FILL ME IN").
function(hippuzzle_add_cpu_test_modules folder directory modules)
  hippuzzle_puzzle_id(${folder} id)
  set(found)
  if(EXISTS ${folder}/kernel.hip)
    list(APPEND found ${id}_stub_cpu)
    hippuzzle_add_kernel_module(${id}_stub_cpu ${folder} KERNELS kernel.hip
      PLATFORM cpu DIRECTORY ${directory}/stub
      OPTIONS ${HIPPUZZLE_CPU_QUICK} ${HIPPUZZLE_CPU_UNFINISHED} HEADERS ${HIPPUZZLE_QUICK_HEADERS})
    file(STRINGS ${folder}/kernel.hip gaps REGEX "FILL ME IN")
    if(NOT gaps)
      hippuzzle_add_checked_module(${id}_stub_checked ${folder} KERNELS kernel.hip
                                   DIRECTORY ${directory}/stub)
    endif()
  endif()
  file(GLOB wrong CONFIGURE_DEPENDS ${folder}/wrong/*.hip)
  hippuzzle_tiles(${folder} HIPPUZZLE_TILES judged_tiles)
  foreach(file IN LISTS wrong)
    get_filename_component(name ${file} NAME_WE)
    foreach(tile IN LISTS judged_tiles)
      hippuzzle_add_kernel_module(${id}_wrong_${name}_cpu_tile${tile} ${folder}
        KERNELS wrong/${name}.hip PLATFORM cpu DIRECTORY ${directory}/wrong/${name}
        TILE ${tile} OPTIONS ${HIPPUZZLE_CPU_QUICK} HEADERS ${HIPPUZZLE_QUICK_HEADERS})
      list(APPEND found ${id}_wrong_${name}_cpu_tile${tile})
    endforeach()
    hippuzzle_add_kernel_module(${id}_wrong_${name}_cpu ${folder}
      KERNELS wrong/${name}.hip PLATFORM cpu DIRECTORY ${directory}/wrong/${name}
      OPTIONS ${HIPPUZZLE_CPU_QUICK} HEADERS ${HIPPUZZLE_QUICK_HEADERS})
    list(APPEND found ${id}_wrong_${name}_cpu)
    hippuzzle_add_checked_module(${id}_wrong_${name}_checked ${folder}
      KERNELS wrong/${name}.hip DIRECTORY ${directory}/wrong/${name}
      HEADERS ${HIPPUZZLE_CHECKED_HEADERS})
    file(STRINGS ${file} seen_in REGEX "^// tiles: ")
    string(REGEX MATCHALL "[0-9]+" seen_in "${seen_in}")
    foreach(tile IN LISTS seen_in)
      hippuzzle_add_checked_module(${id}_wrong_${name}_checked_tile${tile} ${folder}
        KERNELS wrong/${name}.hip DIRECTORY ${directory}/wrong/${name} TILE ${tile}
        HEADERS ${HIPPUZZLE_CHECKED_HEADERS})
      if(TARGET ${id}_wrong_${name}_checked)
        add_dependencies(${id}_wrong_${name}_checked ${id}_wrong_${name}_checked_tile${tile})
      endif()
    endforeach()
  endforeach()
  set(${modules} ${found} PARENT_SCOPE)
endfunction()

# hippuzzle_add_test_modules(<folder> <dir>)
# Builds the stub (kernel.hip), if a learner has one to fill in, and the wrong kernels
# (wrong/<name>.hip) for the CPU, for AMD where its GPUs are emulated, and for all GPUs with
# HIPPUZZLE_GPU_TESTS:
# <dir>/stub/<platform>/<id>.so, <dir>/wrong/<name>/<platform>/<id>.so. Wrong kernels are also built for
# the tiles of the judge's cases, because only some of their variants are wrong; and, for the CPU, with
# the checker's instrumentation: <dir>/wrong/<name>/cpu/<id>.check.so. The target <id>_wrong builds the
# modules that run on the CPU and, with HIPPUZZLE_GPU_TESTS, on GPUs.
function(hippuzzle_add_test_modules folder directory)
  get_filename_component(folder ${folder} ABSOLUTE)
  hippuzzle_puzzle_id(${folder} id)
  hippuzzle_tiles(${folder} HIPPUZZLE_TILES judged_tiles)
  if(cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS)
    hippuzzle_add_cpu_test_modules(${folder} ${directory} modules)
    add_custom_target(${id}_wrong DEPENDS ${id}_judge)
    if(modules)
      add_dependencies(${id}_wrong ${modules})
    endif()
  endif()
  foreach(platform IN LISTS HIPPUZZLE_ENABLED_PLATFORMS)
    if(platform STREQUAL cpu OR NOT HIPPUZZLE_GPU_TESTS
       AND NOT (platform STREQUAL amd AND TARGET hippuzzle_amd_emulator))
      continue()
    endif()
    hippuzzle_add_gpu_test_modules(${folder} ${directory} ${platform} modules)
    foreach(tile IN LISTS judged_tiles)
      hippuzzle_add_gpu_test_modules(${folder} ${directory} ${platform} in_tile TILE ${tile})
      list(APPEND modules ${in_tile})
    endforeach()
    if(modules AND TARGET ${id}_wrong AND HIPPUZZLE_GPU_TESTS)
      add_dependencies(${id}_wrong ${modules})
    endif()
  endforeach()
endfunction()

# hippuzzle_show_to_editors(<folder>)
# Lists the folder's kernels in compile_commands.json as the CPU platform compiles them, because CMake
# leaves out what custom commands compile. A kernel file gets the headers that bindings.hip includes
# before it. The target is never built.
function(hippuzzle_show_to_editors folder)
  if(NOT cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS)
    return()
  endif()
  hippuzzle_puzzle_id(${folder} id)
  file(GLOB kernels CONFIGURE_DEPENDS ${folder}/*.hip ${folder}/rungs/*.hip ${folder}/wrong/*.hip)
  file(STRINGS ${folder}/bindings.hip headers REGEX "^#include [<\"].*hpp[>\"]")
  list(TRANSFORM headers REPLACE "^#include [<\"](.*)[>\"].*$" "--include=\\1")
  set_source_files_properties(${kernels} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "${headers}")
  set_source_files_properties(${folder}/bindings.hip PROPERTIES
    COMPILE_OPTIONS "" COMPILE_DEFINITIONS HIPPUZZLE_KERNELS="solution.hip")
  add_library(${id}_in_editors OBJECT EXCLUDE_FROM_ALL ${kernels})
  set_target_properties(${id}_in_editors PROPERTIES CXX_STANDARD 17)
  target_include_directories(${id}_in_editors PRIVATE ${folder})
  target_link_libraries(${id}_in_editors PRIVATE hippuzzle::platform_cpu)
  target_compile_options(${id}_in_editors PRIVATE ${HIPPUZZLE_CPU_UNFINISHED})
endfunction()

# hippuzzle_record_mistakes(<folder> <dir>)
# Runs the wrong kernels that hippuzzle_add_test_modules() built for the CPU and records their results,
# so that hippuzzle can name the mistake to a learner who makes it: mistakes/<id>.json. The kernels whose
# mistake only a check finds, by tests/puzzles/<id>.refusals, are checked as well.
function(hippuzzle_record_mistakes folder directory)
  hippuzzle_puzzle_id(${folder} id)
  file(GLOB wrong CONFIGURE_DEPENDS ${folder}/wrong/*.hip)
  if(NOT cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS OR NOT wrong)
    return()
  endif()
  list(TRANSFORM wrong REPLACE ".*/(.*)\\.hip$" "${directory}/wrong/\\1/cpu/${id}.so"
       OUTPUT_VARIABLE modules)
  hippuzzle_tiles(${folder} HIPPUZZLE_TILES judged_tiles)
  foreach(tile IN LISTS judged_tiles)
    list(TRANSFORM wrong REPLACE ".*/(.*)\\.hip$"
         "${directory}/wrong/\\1/cpu/${id}.tile${tile}.so" OUTPUT_VARIABLE in_tiles)
    list(APPEND modules ${in_tiles})
  endforeach()
  # Kernels that give right answers, always or in some runs, are recognised by the check's findings.
  set(checked)
  set(table ${PROJECT_SOURCE_DIR}/tests/puzzles/${id}.refusals)
  if(HIPPUZZLE_CPU_CHECKED AND EXISTS ${table})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
    file(STRINGS ${table} rows REGEX "[|] cpu [|].*[|] (passes-fast-mode|flaky)")
    foreach(row IN LISTS rows)
      string(REGEX REPLACE "^([^ |]+) [|] cpu [|] *([^ |]*) *[|].*$" "\\1:\\2" name "${row}")
      string(REGEX REPLACE ":.*" "" kernel "${name}")
      if(NOT kernel STREQUAL "stub")
        list(APPEND checked ${name})
        list(APPEND modules ${directory}/wrong/${kernel}/cpu/${id}.check.so)
      endif()
    endforeach()
    list(TRANSFORM checked PREPEND "--checked=")
  endif()
  set(output ${HIPPUZZLE_LIBRARY_DIR}/mistakes/${id}.json)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${HIPPUZZLE_LIBRARY_DIR}/mistakes
    COMMAND hippuzzle record-mistakes ${id} --modules ${directory}/wrong --output ${output}
            ${checked} --kernels ${wrong}
    DEPENDS hippuzzle ${id}_judge device_cpu ${modules} ${wrong}
    COMMENT "Recording the mistakes of ${id}"
    VERBATIM)
  add_custom_target(${id}_mistakes ALL DEPENDS ${output})
  install(FILES ${output} DESTINATION lib/hippuzzle/mistakes)
endfunction()

# hippuzzle_record_findings(<folder> <dir>)
# Checks the wrong kernels that hippuzzle_add_test_modules() built and records the findings for the book:
# mistakes/<id>.findings.json, of the target book_findings. The same target copies stubs that the book traces. That target is not a part of all, because
# checks take long.
function(hippuzzle_record_findings folder directory)
  hippuzzle_puzzle_id(${folder} id)
  file(GLOB wrong CONFIGURE_DEPENDS ${folder}/wrong/*.hip)
  if(NOT cpu IN_LIST HIPPUZZLE_ENABLED_PLATFORMS OR NOT HIPPUZZLE_CPU_CHECKED OR NOT wrong)
    return()
  endif()
  list(TRANSFORM wrong REPLACE ".*/(.*)\\.hip$" "${directory}/wrong/\\1/cpu/${id}.check.so"
       OUTPUT_VARIABLE modules)
  set(output ${HIPPUZZLE_LIBRARY_DIR}/mistakes/${id}.findings.json)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${HIPPUZZLE_LIBRARY_DIR}/mistakes
    COMMAND hippuzzle record-findings ${id} --modules ${directory}/wrong --output ${output}
            --kernels ${wrong}
    DEPENDS hippuzzle ${id}_judge device_cpu ${modules} ${wrong}
    COMMENT "Checking the wrong kernels of ${id}"
    VERBATIM)
  set(outputs ${output})
  if(TARGET ${id}_stub_checked)
    # The book traces a stub with a planted mistake.
    set(stub cpu/${id}.check.so)
    add_custom_command(
      OUTPUT ${HIPPUZZLE_LIBRARY_DIR}/stubs/${stub}
      COMMAND ${CMAKE_COMMAND} -E copy ${directory}/stub/${stub}
              ${HIPPUZZLE_LIBRARY_DIR}/stubs/${stub}
      DEPENDS ${directory}/stub/${stub}
      VERBATIM)
    add_custom_target(${id}_stub_in_book DEPENDS ${HIPPUZZLE_LIBRARY_DIR}/stubs/${stub})
    add_dependencies(${id}_stub_in_book ${id}_stub_checked)
    list(APPEND outputs ${HIPPUZZLE_LIBRARY_DIR}/stubs/${stub})
    install(FILES ${HIPPUZZLE_LIBRARY_DIR}/stubs/${stub} DESTINATION lib/hippuzzle/stubs/cpu OPTIONAL)
  endif()
  add_custom_target(${id}_findings DEPENDS ${outputs})
  if(NOT TARGET book_findings)
    add_custom_target(book_findings)
  endif()
  add_dependencies(book_findings ${id}_findings)
  install(FILES ${output} DESTINATION lib/hippuzzle/mistakes OPTIONAL)
endfunction()
