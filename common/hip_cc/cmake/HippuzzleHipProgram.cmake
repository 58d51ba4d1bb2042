# hippuzzle_add_hip_executable(<name> [CHECK] <source>...) An executable, as add_executable() makes
# it, whose sources are HIP in the language CXX. `hippuzzle cc` compiles and links them for the CPU.
# CHECK: its kernels are checked when it runs.
get_filename_component(HIPPUZZLE_CC_DIR ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

function(hippuzzle_add_hip_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECK" "" "")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  hippuzzle_compile_as_hip(${name})
  if(arg_CHECK)
    target_compile_options(${name} PRIVATE --check)
    target_link_options(${name} PRIVATE --check)
  endif()
endfunction()

# The sources of a target are HIP, whatever they are called.
function(hippuzzle_compile_as_hip name)
  get_target_property(sources ${name} SOURCES)
  set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
    RULE_LAUNCH_COMPILE ${HIPPUZZLE_CC_DIR}/bin/compile-by-cc
    RULE_LAUNCH_LINK ${HIPPUZZLE_CC_DIR}/bin/compile-by-cc)
endfunction()
