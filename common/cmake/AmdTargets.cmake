# The targets of the AMD GPUs in this machine. The kernel knows them without ROCm: each node of its
# topology has a properties file, in which a GPU's gfx_target_version is its target in decimal,
# 90010 for gfx90a (9, 0, 10), 110000 for gfx1100; a processor's is 0.

# hippuzzle_amd_targets_of(<result> <topology>): each target once, in the order of the nodes.
function(hippuzzle_amd_targets_of result topology)
  file(GLOB nodes ${topology}/nodes/*/properties)
  list(SORT nodes COMPARE NATURAL)
  set(targets)
  foreach(node IN LISTS nodes)
    # Another user's GPU may be there and not be readable.
    execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${node} OUTPUT_VARIABLE text ERROR_QUIET)
    if(NOT "\n${text}" MATCHES "\ngfx_target_version ([0-9]+)")
      continue()
    endif()
    set(version ${CMAKE_MATCH_1})
    if(version EQUAL 0)
      continue()
    endif()
    math(EXPR major "${version} / 10000")
    math(EXPR minor "${version} / 100 % 100")
    math(EXPR stepping "${version} % 100")
    string(SUBSTRING 0123456789abcdef ${minor} 1 minor)
    string(SUBSTRING 0123456789abcdef ${stepping} 1 stepping)
    list(APPEND targets gfx${major}${minor}${stepping})
  endforeach()
  list(REMOVE_DUPLICATES targets)
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# hippuzzle_amd_targets_here(<result> [<topology>]): the targets of the GPUs in this machine, else of
# one data centre GPU and one for desktops. ROCm's and LLVM's tools are asked if the kernel does not
# list them, as may happen in a container.
function(hippuzzle_amd_targets_here result)
  set(topology /sys/class/kfd/kfd/topology)
  if(ARGC GREATER 1)
    set(topology ${ARGV1})
  endif()
  hippuzzle_amd_targets_of(targets ${topology})
  if(NOT targets AND NOT ARGC GREATER 1)
    foreach(tool IN ITEMS rocm_agent_enumerator amdgpu-arch)
      find_program(HIPPUZZLE_${tool} ${tool} HINTS ENV ROCM_PATH /opt/rocm
                   PATH_SUFFIXES bin llvm/bin)
      mark_as_advanced(HIPPUZZLE_${tool})
      if(HIPPUZZLE_${tool})
        execute_process(COMMAND ${HIPPUZZLE_${tool}} OUTPUT_VARIABLE text ERROR_QUIET TIMEOUT 20)
        string(REGEX MATCHALL "gfx[0-9a-f]+" targets "${text}")
        list(REMOVE_ITEM targets gfx000)  # the enumerator's name for a processor
        list(REMOVE_DUPLICATES targets)
      endif()
      if(targets)
        break()
      endif()
    endforeach()
  endif()
  if(NOT targets)
    set(targets gfx90a gfx1030)
  endif()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()
