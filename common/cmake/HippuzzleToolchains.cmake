# lib/hippuzzle/toolchains/<platform>.toml, by which hippuzzle compiles a learner's kernels and HIP
# programs without CMake (common/toolchain). @PREFIX@ in such a file is the folder that holds
# lib/hippuzzle, so an installed tree may be moved.

# The list as items of a TOML array. Items that a generator expression empties are "".
function(hippuzzle_toml_items items)
  set(quoted)
  foreach(item IN LISTS ARGN)
    list(APPEND quoted "\"${item}\"")
  endforeach()
  list(JOIN quoted ", " quoted)
  set(${items} "${quoted}" PARENT_SCOPE)
endfunction()

# Options that differ from the options of the shipped modules: for a learner the compile time
# matters more than the kernel's speed (p16 takes g++ 12 0.65 s with -O1, 0.84 s with -O0 or -O3,
# 1.0 s with -O1 -g), and a kernel with a gap has unused variables.
function(hippuzzle_learner_compile platform compile environment)
  string(TOUPPER ${platform} prefix)
  set(command ${HIPPUZZLE_${prefix}_COMPILE} ${HIPPUZZLE_${prefix}_UNFINISHED})
  list(REMOVE_ITEM command ${CMAKE_COMMAND} -E env -g1 -Werror all-warnings -Xcompiler=-Werror)
  list(FILTER command EXCLUDE REGEX "-ffile-prefix-map=")
  set(variables ${command})
  list(FILTER variables INCLUDE REGEX "^[A-Z_]+=")
  list(FILTER command EXCLUDE REGEX "^[A-Z_]+=")
  list(APPEND variables LC_ALL=C.UTF-8)  # hippuzzle reads the compiler's messages
  if(platform STREQUAL cpu)
    list(TRANSFORM command REPLACE "^-O3$" "-O1")
  elseif(platform STREQUAL nvidia)
    list(FILTER command EXCLUDE REGEX "^(-gencode|arch=.*)$")
    list(APPEND command -arch=native)
  endif()
  set(${compile} ${command} PARENT_SCOPE)
  set(${environment} ${variables} PARENT_SCOPE)
endfunction()

# hippuzzle_write_toolchain(<platform> <file> <folders of libraries' headers> <include directory>...)
function(hippuzzle_write_toolchain platform file libraries_folders)
  string(TOUPPER ${platform} prefix)
  hippuzzle_learner_compile(${platform} compile environment)
  set(colour -fdiagnostics-color=always)
  if(platform STREQUAL nvidia)
    set(colour -Xcompiler=-fdiagnostics-color=always)
  endif()
  set(link ${CMAKE_CXX_COMPILER} -shared -Wl,-z,defs -Wl,--as-needed -Wl,--disable-new-dtags
           -Wl,-rpath,@PREFIX@/lib/hippuzzle)
  # A section with the name of one of the compiler's own sections would make the compiler read text
  # that a kernel's author wrote there.
  set(no_plugin)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(no_plugin -fno-lto -fno-use-linker-plugin)
  endif()
  list(APPEND link ${no_plugin})
  if(HIPPUZZLE_${prefix}_RPATH)
    list(APPEND link -Wl,-rpath,${HIPPUZZLE_${prefix}_RPATH})
  endif()
  if(HIPPUZZLE_SANITIZE)
    list(APPEND link -fsanitize=${HIPPUZZLE_SANITIZE})
  endif()
  set(program ${HIPPUZZLE_${prefix}_PROGRAM})
  if(program)
    list(TRANSFORM libraries_folders PREPEND -I)
    list(APPEND program ${libraries_folders})
  endif()
  set(preprocess ${HIPPUZZLE_${prefix}_PREPROCESS})
  set(program_link ${link})
  list(REMOVE_ITEM program_link ${CMAKE_CXX_COMPILER} -shared -Wl,-z,defs -Wl,--as-needed
       ${no_plugin})
  set(libraries ${HIPPUZZLE_${prefix}_LIBRARIES})
  set(check ${HIPPUZZLE_${prefix}_CHECKED})
  set(check_libraries ${HIPPUZZLE_${prefix}_CHECKED_LIBRARIES})
  foreach(list IN ITEMS libraries check_libraries)
    list(TRANSFORM ${list} REPLACE "^hippuzzle::(hip_cpu.*)$"
                                   "@PREFIX@/lib/hippuzzle/libhippuzzle_\\1.so")
  endforeach()
  set(program_check)
  if(check)
    set(program_check ${HIPPUZZLE_${prefix}_CHECKED_LIBRARIES})
    list(FILTER program_check EXCLUDE REGEX ::)
    list(APPEND program_check -Wl,--no-as-needed @PREFIX@/lib/hippuzzle/libhippuzzle_program_check.so)
  endif()
  set(precompile ${HIPPUZZLE_${prefix}_PRECOMPILE})
  set(finished ${HIPPUZZLE_${prefix}_FINISHED})
  set(debug ${HIPPUZZLE_${prefix}_DEBUG})
  set(launch_headers ${HIPPUZZLE_${prefix}_LAUNCH_HEADERS})
  foreach(array IN ITEMS environment compile finished debug launch_headers check check_libraries precompile colour link libraries program preprocess program_link program_check)
    hippuzzle_toml_items(${array}_items ${${array}})
  endforeach()
  hippuzzle_toml_items(include_items ${ARGN})
  file(GENERATE OUTPUT ${file} CONTENT
"# How hippuzzle compiles a learner's kernels for '${platform}'. Written when hippuzzle was built.
environment = [${environment_items}]
compile = [${compile_items}]
finished = [${finished_items}]
debug = [${debug_items}]
launch_headers = [${launch_headers_items}]
check = [${check_items}]
check_libraries = [${check_libraries_items}]
precompile = [${precompile_items}]
colour = [${colour_items}]
include = [${include_items}]
link = [${link_items}]
libraries = [${libraries_items}]
program = [${program_items}]
preprocess = [${preprocess_items}]
program_link = [${program_link_items}]
program_check = [${program_check_items}]
")
endfunction()

foreach(platform IN LISTS HIPPUZZLE_ENABLED_PLATFORMS)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH common)
  hippuzzle_write_toolchain(${platform} ${HIPPUZZLE_LIBRARY_DIR}/toolchains/${platform}.toml
    "${common}/hip_cc/libraries/include;${PROJECT_BINARY_DIR}/generated/hip_libraries/include" ${common}/abi ${common}/puzzle ${common}/hip_${platform}/include)
  set(installed ${PROJECT_BINARY_DIR}/generated/toolchains/${platform}.toml)
  set(bundled_headers)
  if(platform STREQUAL nvidia)
    set(bundled_headers @PREFIX@/lib/hippuzzle/bundled/include)  # HIP's, in a bundle
  endif()
  hippuzzle_write_toolchain(${platform} ${installed} @PREFIX@/include/hippuzzle/hip_libraries
    @PREFIX@/include @PREFIX@/include/hippuzzle/platform/${platform} ${bundled_headers})
  install(FILES ${installed} DESTINATION lib/hippuzzle/toolchains)
endforeach()
