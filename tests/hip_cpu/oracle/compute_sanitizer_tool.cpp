#include "tests/hip_cpu/oracle/tool.hpp"

namespace hippuzzle::testing {
namespace {

constexpr Reason reasons[] = {
    {"race", "global", "racecheck looks at shared memory only."},
    {"race-same-value", "global", "racecheck looks at shared memory only."},
    {"race", "shared",
     "racecheck takes the lanes of a warp that runs in step as ordered, and sees only accesses "
     "that the compiler has kept; which of them it was is not known."},
    {"race-same-value", "shared", "racecheck reported nothing about two writes of one value."},
    {"uninitialised", "shared", "initcheck of this version looks at global memory only."},
    {"uninitialised", "global",
     "initcheck sees the optimised program: a read whose value changes nothing is none."},
    {"unwritten", "", "initcheck tells of an output only when it is copied to the host."},
    {"barrier-divergence", "",
     "A thread that has left the kernel counts as arrived: NVIDIA's hardware has it so, HIP and "
     "CUDA as languages do not."},
    {"warp-lanes", "",
     "A shuffle from a lane that takes no part gives some value; synccheck does not look at it."},
    {"out-of-bounds", "shared",
     "memcheck knows a block's shared memory as a whole, not the arrays in it; and what the "
     "compiler keeps in registers is no access."},
    {"out-of-bounds", "global",
     "memcheck stops a thread at its first finding, and sees the optimised program."},
    {"outside-shape", "",
     "memcheck knows allocations, not the shape of a matrix: the index lands inside the memory."},
    {"use-after-free", "", "What was freed belongs to the next array by then."},
    {"misaligned", "", "The compiler took the access apart, or left it out."},
    {"runaway", "",
     "A kernel that does not end gives no report; blocks that wait for later ones do end where all "
     "of them run at once."},
    {"stack-overflow", "",
     "A thread's stack is larger there than the 48 KiB that the checker allows, or the optimised "
     "kernel needs less of it."},
    {"wild-pointer", "",
     "A shared address has 32 bits there, in which an index below zero wraps around."},
    {"division-by-zero", "", "NVIDIA's hardware gives some number, and goes on."},
    {"aborted", "", "The optimised program does not get there."},
    {"claim", "", "More accesses than a page promises are no mistake."}};

constexpr Alias aliases[] = {
    {"outside-shape", "wild-pointer",
     "An index of -1 without a sign is 16 GiB away, where there is no memory."},
    {"use-after-free", "uninitialised", "Memory that was freed counts as unwritten."},
    {"warp-lanes", "barrier-divergence",
     "racecheck tells threads that wait for each other as a deadlock."},
    {"warp-lanes-unused", "barrier-divergence",
     "racecheck tells threads that wait for each other as a deadlock."},
    {"use-after-free", "wild-pointer",
     "On the heap of kernels memcheck reports an invalid address, which ends the kernel."},
    {"out-of-bounds", "wild-pointer",
     "On the heap of kernels memcheck reports an invalid address, which ends the kernel."},
    {"wild-pointer", "misaligned", "The pointer is 0x1, which is misaligned as well."},
    {"race", "unwritten",
     "Which block comes first decides whether the output is written: the race's consequence in "
     "that run."},
    {"race", "uninitialised",
     "The reader came before the writer in that run; ours says so once, as the race that it is."}};

constexpr FalseReport false_reports[] = {
    {"last_thread_by_its_ticket", "race",
     "racecheck sees no order in fences and an atomic ticket."},
    {"exchange_of_what_nobody_wrote", "uninitialised",
     "initcheck counts an exchange as a read, though the kernel drops the old value."},
    {"labelled_values", "uninitialised",
     "initcheck takes the padding of a struct that is copied for a value."}};

}  // namespace

const Tool compute_sanitizer_tool = {
    "compute-sanitizer",
    "The checker and compute-sanitizer, kernel by kernel",
    "Written by `check_compared`, not by hand: `ctest -L oracle` on a machine with an NVIDIA GPU, "
    "then\n`cmake --build . --target check_compared_page`.",
    "all four tools of compute-sanitizer",
    "they had no turn or no end on the device",
    reasons,
    aliases,
    false_reports};

}  // namespace hippuzzle::testing
