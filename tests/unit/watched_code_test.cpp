// Machine code of checked modules, in which the checker has to be told of each access.
#include "engine/modules/watched_code/watched_code.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/files/elf_object.hpp"
#include "support/files/text_file.hpp"
#include "support/process/external_tool.hpp"
#include "support/process/process.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle {
namespace watched_code_test {

namespace fs = std::filesystem;

fs::path checked(const std::string& puzzle) {
  return testing::shipped() / "cpu" / (puzzle + ".check.so");
}

// Instructions as objdump lists them, 16 bytes each. "@3" is the address of the third; "call
// @__tsan_read4" goes through the module's pointer to that function.
class Listing {
 public:
  explicit Listing(std::string_view module) {
    for (const ElfRelocation& relocation : ElfObject(module).relocations())
      if (relocation.symbol) pointers_[std::string(relocation.symbol->name)] = relocation.address;
  }

  std::string of(const std::vector<std::string>& instructions) const {
    constexpr uint64_t begin = 0x2100, bytes = 16;
    std::string text = fmt::format("{:016x} <_Z6kernelPf>:\n", begin);
    for (size_t i = 0; i < instructions.size(); ++i) {
      std::string instruction = instructions[i];
      const uint64_t address = begin + i * bytes;
      if (const size_t at = instruction.find('@'); at != instruction.npos) {
        const std::string what = instruction.substr(at + 1);
        const bool is_place = what[0] >= '0' && what[0] <= '9';
        instruction =
            instruction.substr(0, at) +
            (is_place ? fmt::format("{:x}", begin + std::stoull(what) * bytes)
                      : fmt::format("*0x{:x}(%rip)", pointers_.at(what) - (address + bytes)));
      }
      text += fmt::format("    {:x}:\t{}\n", address, instruction);
    }
    return text;
  }

 private:
  std::map<std::string, uint64_t> pointers_;
};

struct Code {
  const char* name;
  std::vector<std::string> body;
  const char* why;  // "" of code that is verified
};

class WatchedCode : public ::testing::TestWithParam<Code> {};

TEST_P(WatchedCode, NeedsACallBeforeEachAccess) {
  const auto module = read_file(checked("p08"));
  if (!module) GTEST_SKIP() << "kernels cannot be checked in this build";
  std::vector<std::string> code = {"push   %rbp", "mov    %rsp,%rbp", "sub    $0x20,%rsp",
                                   "mov    %rdi,-0x18(%rbp)", "mov    %rsi,-0x8(%rbp)"};
  code.insert(code.end(), GetParam().body.begin(), GetParam().body.end());
  code.insert(code.end(), {"leave", "ret"});
  const auto faults = unwatched_code(*module, Listing(*module).of(code));
  const std::string why = faults.empty() ? "" : in_words(faults[0]);
  const std::string expected = GetParam().why;
  EXPECT_TRUE(expected.empty() ? why.empty() : why.ends_with(": in `kernel`, " + expected)) << why;
}

constexpr const char* reads = "it reads memory that the checker is not told of";
constexpr const char* writes = "it writes memory that the checker is not told of";
const std::vector<std::string> told = {"mov    -0x18(%rbp),%rax", "mov    %rax,%rdi",
                                       "call   @__tsan_read4", "mov    -0x18(%rbp),%rax"};

std::vector<std::string> after_told(std::vector<std::string> more) {
  more.insert(more.begin(), told.begin(), told.end());
  return more;
}

INSTANTIATE_TEST_SUITE_P(
    Of, WatchedCode,
    ::testing::Values(
        Code{"ReadThatIsTold", after_told({"mov    (%rax),%eax"}), ""},
        Code{"VectorReadThatIsTold", after_told({"vmovss (%rax),%xmm0"}), ""},
        Code{"AnotherAddress", after_told({"mov    0x4(%rax),%eax"}), reads},
        Code{"WriteWhereARead", after_told({"mov    %ecx,(%rax)"}), writes},
        Code{"ReadAndWriteWhereARead", after_told({"incl   (%rax)"}), writes},
        Code{"AnotherPointer", after_told({"mov    -0x8(%rbp),%rax", "mov    (%rax),%eax"}), reads},
        Code{"ChangedPointer",
             after_told({"mov    %rbx,-0x18(%rbp)", "mov    -0x18(%rbp),%rax",
                         "mov    (%rax),%eax"}),
             reads},
        Code{"PointerChangedInPart",
             after_told({"movb   $0x0,-0x15(%rbp)", "mov    -0x18(%rbp),%rax",
                         "mov    (%rax),%eax"}),
             reads},
        Code{"WayAroundTheCall",
             {"test   %esi,%esi", "je     @9", "mov    -0x18(%rbp),%rdi", "call   @__tsan_read4",
              "mov    -0x18(%rbp),%rax", "mov    (%rax),%eax"},
             reads},
        Code{"CallInBothWays",
             {"test   %esi,%esi", "je     @10", "mov    -0x18(%rbp),%rdi", "call   @__tsan_read4",
              "jmp    @12", "mov    -0x18(%rbp),%rdi", "call   @__tsan_read4",
              "mov    -0x18(%rbp),%rax", "mov    (%rax),%eax"},
             ""},
        Code{"OwnStack", {"mov    -0x8(%rbp),%eax", "mov    %eax,-0xc(%rbp)"}, ""},
        Code{"BeyondItsStack", {"mov    -0x8000(%rbp),%eax"}, reads},
        Code{"IndexWithoutBound", {"mov    -0x20(%rbp,%rcx,4),%eax"}, reads},
        Code{"IndexWithBound",
             {"cmp    $0x3,%rcx", "jbe    @8", "ud2", "mov    -0x20(%rbp,%rcx,4),%eax"},
             ""},
        Code{"IndexWithABoundBeyondTheFrame",
             {"cmp    $0x30,%rcx", "jbe    @8", "ud2", "mov    -0x20(%rbp,%rcx,4),%eax"},
             reads},
        Code{"IndexWithTheOtherBranch",
             {"cmp    $0x3,%rcx", "ja     @8", "ud2", "mov    -0x20(%rbp,%rcx,4),%eax"},
             reads},
        Code{"CopyOfManyBytes", {"mov    $0x8,%ecx", "rep movsq %ds:(%rsi),%es:(%rdi)"}, reads},
        Code{"Gather",
             {"vgatherdps %ymm0,(%rax,%ymm1,4),%ymm2"},
             "it has an instruction that cannot be read"},
        Code{
            "MaskedRead", {"vmaskmovps (%rax),%ymm0,%ymm1"}, "it has the instruction `vmaskmovps`"},
        Code{"SystemCall", {"syscall"}, "it has the instruction `syscall`"},
        Code{"BadBytes", {"(bad)"}, "it has the instruction `(bad)`"},
        Code{"CallThroughAPointer", {"call   *%rax"}, "it calls through a pointer"},
        Code{"JumpThroughAPointer", {"jmp    *%rax"}, "it jumps to an address that it computes"},
        Code{"JumpIntoAnInstruction",
             {"jmp    2123 <_Z6kernelPf+0x23>"},
             "it jumps into the middle of other code"},
        Code{"MovedFrame", {"mov    %rdi,%rbp"}, "it changes the register of its frame"}),
    [](const auto& info) { return info.param.name; });

// A function that knows more with each instruction would hold its judge.
TEST(LongCode, IsNotFollowedWithoutEnd) {
  const auto module = read_file(checked("p08"));
  if (!module) GTEST_SKIP() << "kernels cannot be checked in this build";
  const auto fault_of_stores = [&](size_t stores) {
    std::vector<std::string> code = {"push   %rbp", "mov    %rsp,%rbp", "sub    $0x100000,%rsp"};
    for (size_t i = 1; i <= stores; ++i)
      code.push_back(fmt::format("mov    %rdi,-0x{:x}(%rbp)", 8 * i));
    const auto faults = unwatched_code(*module, Listing(*module).of(code));
    return faults.empty() ? "" : faults[0].why;
  };
  EXPECT_EQ(fault_of_stores(1000), "");
  EXPECT_EQ(fault_of_stores(20'000), "it is too long to be followed");
}

// The solutions' machine code can be followed, except functions of hippuzzle's own headers.
TEST(WatchedCodeOfSolutions, IsVerified) {
  const auto objdump = verifying_disassembler();
  if (!objdump) GTEST_SKIP() << "objdump is not here";
  for (const char* puzzle : {"p01", "p08", "p12", "p14", "p16", "p22"}) {
    if (!fs::exists(checked(puzzle))) continue;
    const auto faults = unwatched_code_of(*objdump, checked(puzzle));
    ASSERT_TRUE(faults);
    for (const UnwatchedCode& code : *faults) {
      const bool is_own = code.function.find("9hippuzzle") != code.function.npos ||
                          code.function.find("7hip_cpu") != code.function.npos;
      EXPECT_TRUE(is_own) << puzzle << ": " << in_words(code);
    }
    EXPECT_FALSE(TrustedCode(*faults).other_fault(*faults));
  }
}

}  // namespace watched_code_test
}  // namespace hippuzzle
