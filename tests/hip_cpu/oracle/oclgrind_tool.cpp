#include "tests/hip_cpu/oracle/tool.hpp"

namespace hippuzzle::testing {
namespace {

constexpr Reason reasons[] = {
    {"barrier-divergence", "",
     "It counts the work-items that come to a barrier; that they come to different ones is not "
     "told."},
    {"uninitialised", "shared",
     "What the work-group before left in local memory counts as written."},
    {"out-of-bounds", "",
     "An index that leaves its row and stays in the array is within its memory."},
    {"unwritten", "", "It does not know which memory is an output."}};

constexpr Alias aliases[] = {
    {"race", "uninitialised",
     "The reader came before the writer; ours says so once, as the race that it is."},
    {"out-of-bounds", "uninitialised",
     "What is read outside counts as uninitialised where it is stored."}};

constexpr FalseReport false_reports[] = {
    {"flag_with_fence_and_atomic", "race",
     "it sees no order between work-groups in fences and atomic operations."},
    {"last_block_of_one_thread", "race",
     "it sees no order between work-groups in fences and atomic operations."}};

}  // namespace

const Tool oclgrind_tool = {
    "Oclgrind",
    "The checker and Oclgrind, kernel by kernel",
    "Written by `oclgrind_compared`, not by hand: `ctest -R Oclgrind` where it is installed "
    "(Debian's package oclgrind), then\n`cmake --build . --target check_compared_page`.",
    "Oclgrind on the twin of the kernel in OpenCL (`tests/hip_cpu/oracle/opencl`)",
    "they were not run",
    reasons,
    aliases,
    false_reports};

}  // namespace hippuzzle::testing
