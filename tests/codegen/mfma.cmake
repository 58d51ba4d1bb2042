# No kernel of a source spills or uses scratch, and where there are matrix cores certain kernels use
# MFMA in their loops.
#   cmake -DCOMPILE=<compiler and options, without a target> -DTARGET=<gfx90a> -DSOURCE=<file>
#         -DKERNELS=<regular expression: names of the kernels with MFMA> -DOUTPUT=<file>
#         -P mfma.cmake
# Prints "skipped:" and a reason where the compiler does not know the target.
get_filename_component(work ${OUTPUT} DIRECTORY)
file(MAKE_DIRECTORY ${work})
execute_process(COMMAND ${COMPILE} --offload-arch=${TARGET} ${SOURCE} -o ${OUTPUT}
                RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(log MATCHES "[Ii]nvalid target|unsupported|unknown target|not supported")
  message(STATUS "skipped: the compiler does not know ${TARGET}")
  return()
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} does not compile for ${TARGET}: ${log}")
endif()
set(matrix_core 1)
if("${TARGET}" MATCHES "^gfx(906|1[0-9]+)$")
  set(matrix_core 0)
endif()
execute_process(COMMAND awk -v matrix_core=${matrix_core} -v kernels=${KERNELS}
                        -f ${CMAKE_CURRENT_LIST_DIR}/mfma_in_loop.awk ${OUTPUT}
                RESULT_VARIABLE result OUTPUT_VARIABLE faults)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${TARGET}: ${faults}")
endif()
