# The targets that HIPPUZZLE_AMD_TARGETS=native selects on machines whose kernel's topology is in
# topology/. Called with -D SOURCE=<the checkout>.
include(${SOURCE}/common/cmake/AmdTargets.cmake)

function(expect_targets machine)
  hippuzzle_amd_targets_here(found ${SOURCE}/tests/amd/topology/${machine})
  if(NOT "${found}" STREQUAL "${ARGN}")
    message(SEND_ERROR "${machine}: compiled for '${found}', expected '${ARGN}'")
  endif()
endfunction()

expect_targets(two_gfx90a gfx90a)
expect_targets(gfx942 gfx942)
expect_targets(gfx1100 gfx1100)
expect_targets(gfx1201 gfx1201)
expect_targets(gfx1036_beside_gfx1100 gfx1036 gfx1100)
expect_targets(processor_only gfx90a gfx1030)
expect_targets(no_such_machine gfx90a gfx1030)
