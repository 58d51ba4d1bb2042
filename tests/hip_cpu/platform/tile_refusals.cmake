# Groups that cannot be must stop the compiler with a message that says why. The same source with a
# group that can be must compile, so that nothing else stops it.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/tile_refusals)
file(MAKE_DIRECTORY ${folder})

function(compile body result message)
  file(WRITE ${folder}/source.cpp
    "#include <hip/hip_cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "__global__ void kernel() { const auto block = cg::this_thread_block(); ${body}; }\n"
    "void launch() { hipLaunchKernelGGL(kernel, dim3(1), dim3(1), 0, nullptr); }\n")
  execute_process(
    COMMAND ${COMPILER} -std=c++17 -fsyntax-only -I${INCLUDE} ${folder}/source.cpp
    RESULT_VARIABLE status ERROR_VARIABLE output)
  set(${result} ${status} PARENT_SCOPE)
  set(${message} "${output}" PARENT_SCOPE)
endfunction()

function(expect_refused body reason)
  compile("${body}" result message)
  if(result EQUAL 0)
    message(FATAL_ERROR "${body} compiles")
  endif()
  if(NOT message MATCHES "error: [^\n]*${reason}")
    message(FATAL_ERROR "the compiler does not say \"${reason}\" of ${body}:\n${message}")
  endif()
endfunction()

compile("cg::tiled_partition<4>(cg::tiled_partition<64>(block)).sync()" result message)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the source with tiles that there are does not compile:\n${message}")
endif()

expect_refused("cg::tiled_partition<128>(block).sync()" "lies within a warp")
expect_refused("cg::tiled_partition<12>(block).sync()" "a tile has 1, 2, 4, ... threads")
expect_refused("cg::tiled_partition<16>(cg::tiled_partition<8>(block)).sync()"
               "at most as wide as its parent group")
expect_refused("cg::tiled_partition<4>(cg::coalesced_threads()).sync()" "cuts a block or a tile")
expect_refused("cg::this_multi_grid().sync()" "this_multi_grid")
