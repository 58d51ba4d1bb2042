# The bundle and the packages share these steps: they read a build's settings, install its tree, and add
# HIP's headers.

# hippuzzle_read_build(<build folder>): what packing needs of the build's cache, in the caller's scope, and
# `epoch`, the time of its files: SOURCE_DATE_EPOCH, else the commit's.
macro(hippuzzle_read_build build)
  file(STRINGS ${build}/CMakeCache.txt cache_entries REGEX
       "^(CMAKE_PROJECT_VERSION|CMAKE_HOME_DIRECTORY|HIPPUZZLE_AMDHIP|HIPPUZZLE_HIP_INCLUDE_DIR|CMAKE_READELF|CMAKE_STRIP):")
  foreach(entry IN LISTS cache_entries)
    string(REGEX MATCH "^([^:]+):[^=]+=(.*)$" entry "${entry}")
    set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  if(DEFINED ENV{SOURCE_DATE_EPOCH})
    set(epoch $ENV{SOURCE_DATE_EPOCH})
  else()
    execute_process(COMMAND git -C ${CMAKE_HOME_DIRECTORY} log -1 --format=%ct OUTPUT_VARIABLE epoch
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT epoch)
      string(TIMESTAMP epoch %s UTC)
    endif()
    set(ENV{SOURCE_DATE_EPOCH} ${epoch})
  endif()
endmacro()

# hippuzzle_install_stripped(<build folder> <prefix>): the installed tree. Checked modules keep their debug
# information, because findings name source lines.
function(hippuzzle_install_stripped build prefix)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} --strip
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE modules ${prefix}/lib/hippuzzle/*.so)
  list(FILTER modules EXCLUDE REGEX "[.]check[.]so$")
  foreach(module IN LISTS modules)
    execute_process(COMMAND ${CMAKE_STRIP} --strip-unneeded --remove-section=.comment ${module}
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

# hippuzzle_ship_hip_headers(<folder>): HIP's headers and their licence, so that learners' kernels compile
# for NVIDIA where CUDA is installed alone.
function(hippuzzle_ship_hip_headers folder)
  file(COPY ${HIPPUZZLE_HIP_INCLUDE_DIR}/hip DESTINATION ${folder})
  find_file(licence NAMES copyright LICENSE.txt NO_CACHE NO_DEFAULT_PATH
            PATHS /usr/share/doc/libamdhip64-dev ${HIPPUZZLE_HIP_INCLUDE_DIR}/../share/doc/hip)
  if(NOT licence)
    message(FATAL_ERROR "the licence of HIP's headers was not found; install the package libamdhip64-dev")
  endif()
  file(COPY_FILE ${licence} ${folder}/hip/copyright)
endfunction()

# hippuzzle_set_times(<folder> <epoch>): every file gets the release's time, so that two packagings of the
# same files are equal.
function(hippuzzle_set_times folder epoch)
  execute_process(COMMAND find ${folder} -exec touch --no-dereference --date=@${epoch} {} +
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()
