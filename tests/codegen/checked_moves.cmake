# The ladder's register-blocked rung, compiled to be checked for a CPU with AVX-512: its arrays of a thread
# are filled without registers of 32 bytes.
#   cmake -DCOMPILE=<compiler and options> -DWORK=<folder> -P checked_moves.cmake
# COMPILE is a list, to which the source and -o are added; its output is x86 assembly.
file(MAKE_DIRECTORY ${WORK})
set(output ${WORK}/checked_moves.s)
execute_process(COMMAND ${COMPILE} ${CMAKE_CURRENT_LIST_DIR}/unrolled.hip -o ${output}
                RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "unrolled.hip does not compile: ${log}")
endif()
file(STRINGS ${output} narrow REGEX "%xmm")
file(STRINGS ${output} wide REGEX "%[yz]mm")
if(NOT narrow)
  message(FATAL_ERROR "${output} has no vector registers at all")
endif()
if(wide)
  list(GET wide 0 first)
  message(FATAL_ERROR "${output} moves by wide registers: ${first}")
endif()
