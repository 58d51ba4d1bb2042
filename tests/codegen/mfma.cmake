# No rung of plugins/gemm spills or uses scratch, and where there are matrix cores the rungs for them
# use MFMA in their loops.
#   cmake -DCOMPILE=<compiler and options, without a target> -DTARGET=<gfx90a> -DPUZZLE=<folder>
#         -DWORK=<folder> -P mfma.cmake
# Prints "skipped:" and a reason where the compiler does not know the target.
set(output ${WORK}/gemm.${TARGET}.s)
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${COMPILE} --offload-arch=${TARGET} -DHIPPUZZLE_KERNELS="solution.hip"
                        -DHIPPUZZLE_IN_ORDER_APART=0 -I${PUZZLE} ${PUZZLE}/kernels.hip -o ${output}
                RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(log MATCHES "[Ii]nvalid target|unsupported|unknown target|not supported")
  message(STATUS "skipped: the compiler does not know ${TARGET}")
  return()
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "kernels.hip does not compile for ${TARGET}: ${log}")
endif()
set(matrix_core 1)
if("${TARGET}" MATCHES "^gfx(906|1[0-9]+)$")
  set(matrix_core 0)
endif()
execute_process(COMMAND awk -v matrix_core=${matrix_core}
                        -f ${CMAKE_CURRENT_LIST_DIR}/mfma_in_loop.awk ${output}
                RESULT_VARIABLE result OUTPUT_VARIABLE faults)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${TARGET}: ${faults}")
endif()
