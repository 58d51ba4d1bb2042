# PAGE must equal PROGRAM's page of the recorded RESULTS.
execute_process(COMMAND ${PROGRAM} page ${RESULTS} OUTPUT_VARIABLE made RESULT_VARIABLE result)
file(READ ${PAGE} page)
if(NOT result EQUAL 0 OR NOT made STREQUAL page)
  message(FATAL_ERROR "${PAGE} is not what ${RESULTS} gives; build the target check_compared_page")
endif()
