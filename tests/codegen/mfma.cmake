# The matrix-core rungs of plugins/gemm use MFMA in their loops, and no rung spills or uses scratch.
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
execute_process(COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/mfma_in_loop.awk ${output}
                RESULT_VARIABLE result OUTPUT_VARIABLE faults)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${TARGET}: ${faults}")
endif()
