# cmake -D PART=hip_cpu -D COMPILER=g++ -D SOURCE=<root> -D FOLDER=<scratch> -P part_alone.cmake
# Configures common/<part> alone and builds one target of it. If its README shows a project in a
# ```cmake and a ```cpp block, this is built and run as well.
cmake_policy(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGN} failed (${failed}):\n${output}")
  endif()
endfunction()

# The contents of the README's first block in that language; "" when it has none.
function(readme_block readme language variable)
  string(FIND "${readme}" "```${language}\n" from)
  set(${variable} "" PARENT_SCOPE)
  if(from EQUAL -1)
    return()
  endif()
  string(LENGTH "```${language}\n" fence)
  math(EXPR from "${from} + ${fence}")
  string(SUBSTRING "${readme}" ${from} -1 rest)
  string(FIND "${rest}" "```" length)
  string(SUBSTRING "${rest}" 0 ${length} text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

set(target_hip_cpu hip_cpu_check_code)
set(target_hip_cc hip_cc_rewrite)
set(target_amd_emulator amd_emulator_wave)
# Compiling is what takes long here.
set(configure ${CMAKE_COMMAND} -G Ninja -D CMAKE_BUILD_TYPE=RelWithDebInfo -D CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0
              -D CMAKE_CXX_COMPILER=${COMPILER})

file(REMOVE_RECURSE ${FOLDER})
run(${configure} -S ${SOURCE}/common/${PART} -B ${FOLDER}/alone)
run(${CMAKE_COMMAND} --build ${FOLDER}/alone --target ${target_${PART}})

file(READ ${SOURCE}/common/${PART}/README.md readme)
readme_block("${readme}" cmake project)
readme_block("${readme}" cpp program)
if(project)
  string(REPLACE hippuzzle/common/hip_cpu "${SOURCE}/common/hip_cpu hip_cpu" project "${project}")
  file(WRITE ${FOLDER}/example/CMakeLists.txt "${project}")
  file(WRITE ${FOLDER}/example/saxpy.cpp "${program}")
  run(${configure} -S ${FOLDER}/example -B ${FOLDER}/example/build)
  run(${CMAKE_COMMAND} --build ${FOLDER}/example/build --target saxpy)
  run(${FOLDER}/example/build/saxpy)
endif()
file(REMOVE_RECURSE ${FOLDER})
