// The note is read from the file alone, and no file, however broken, does more than be refused.
#include "engine/modules/module_note.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/unit/elf_image.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace module_note_test {

using testing::ElfImage;
using testing::expect_error;
using testing::note_record;
using testing::right_note;
using testing::right_record;

class ModuleNoteTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& contents) const {
    return directory_.write("p16.so", contents);
  }
  std::filesystem::path write(const ElfImage& image) const { return write(image.bytes()); }

  // Reading the file is refused, with the file's path and the words in the sentence.
  void expect_refused(const std::filesystem::path& path, std::vector<std::string> words) const {
    words.push_back(path.string());
    expect_error([&] { read_note(path); }, Outcome::load_failed, words);
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(ModuleNoteTest, ReadsWhatTheMacroWrites) {
  const ModuleNote note = read_note(write(ElfImage()));
  EXPECT_EQ(note.abi_version, HIPPUZZLE_ABI_VERSION);
  EXPECT_EQ(note.kind, HIPPUZZLE_KIND_KERNELS);
  EXPECT_EQ(note.platform, "cpu");
  EXPECT_EQ(note.id, "p16");
}

TEST_F(ModuleNoteTest, FindsItsNoteAmongOthersAndInLaterSegments) {
  const std::string other =
      note_record(NT_GNU_BUILD_ID, std::string("GNU\0", 4), "twenty bytes of an id");
  EXPECT_EQ(read_note(write(ElfImage({other + right_record()}))).id, "p16");
  EXPECT_EQ(read_note(write(ElfImage({other, other, right_record()}))).id, "p16");
}

TEST_F(ModuleNoteTest, TakesNoNoteOfAnotherOwnerOrType) {
  const std::string descriptor = testing::bytes_of(right_note());
  const std::string owner("hippuzzle", sizeof "hippuzzle");
  expect_refused(write(ElfImage({note_record(HIPPUZZLE_NOTE_TYPE + 1, owner, descriptor)})),
                 {"no hippuzzle note"});
  expect_refused(write(ElfImage({note_record(HIPPUZZLE_NOTE_TYPE, std::string("hippuzzla\0", 10),
                                             descriptor)})),
                 {"no hippuzzle note"});
  expect_refused(write(ElfImage({note_record(HIPPUZZLE_NOTE_TYPE, owner + "x", descriptor)})),
                 {"no hippuzzle note"});
}

TEST_F(ModuleNoteTest, RefusesAMissingFile) {
  expect_refused(directory_.path() / "p99.so", {"no such file"});
}

TEST_F(ModuleNoteTest, RefusesWhatIsNoFile) {
  expect_refused(directory_.path(), {"no such file"});
  const auto fifo = directory_.path() / "fifo.so";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  expect_refused(fifo, {"no such file"});  // and does not wait for a writer
}

TEST_F(ModuleNoteTest, RefusesWhatIsNotElf) {
  expect_refused(write(std::string()), {"not an ELF file"});
  expect_refused(write(std::string("\x7f"
                                   "EL")),
                 {"not an ELF file"});
  expect_refused(write(std::string(4096, 'x')), {"not an ELF file"});
}

TEST_F(ModuleNoteTest, RefusesElfOfAnotherKind) {
  ElfImage narrow, big_endian, program;
  narrow.header.e_ident[EI_CLASS] = ELFCLASS32;
  big_endian.header.e_ident[EI_DATA] = ELFDATA2MSB;
  program.header.e_type = ET_EXEC;
  for (const ElfImage* image : {&narrow, &big_endian, &program}) {
    expect_refused(write(*image), {"not a 64-bit little-endian shared library"});
  }
}

TEST_F(ModuleNoteTest, RefusesElfOfAnotherMachine) {
  ElfImage image;
  image.header.e_machine = EM_S390;
  expect_refused(write(image), {"another machine"});
}

TEST_F(ModuleNoteTest, RefusesALibraryWithoutNotes) {
  expect_refused(write(ElfImage(std::vector<std::string>())), {"no hippuzzle note"});
  expect_refused(write(ElfImage({""})), {"no hippuzzle note"});
}

TEST_F(ModuleNoteTest, RefusesAFileCutOffAnywhere) {
  const std::string whole = ElfImage().bytes();
  for (size_t size = 0; size < whole.size(); ++size) {
    expect_refused(write(whole.substr(0, size)), {});
  }
  EXPECT_NO_THROW(read_note(write(whole)));
}

TEST_F(ModuleNoteTest, RefusesANoteThatSaysItIsLongerThanItsSegment) {
  const std::string record = right_record();
  for (size_t size = 0; size < record.size(); ++size) {
    expect_refused(write(ElfImage({record.substr(0, size)})), {"no hippuzzle note"});
  }
}

TEST_F(ModuleNoteTest, SurvivesAbsurdSizesAndOffsets) {
  for (const uint64_t absurd : {uint64_t{1} << 31, uint64_t{1} << 62, ~uint64_t{0}}) {
    ElfImage far, long_segment, programs;
    far.programs[0].p_offset = absurd;
    long_segment.programs[0].p_filesz = absurd;
    programs.header.e_phoff = absurd;
    for (const ElfImage* image : {&far, &long_segment, &programs}) {
      expect_refused(write(*image), {"cut off"});
    }
  }
  for (const uint32_t absurd : {0x7fffffffu, 0xfffffffdu, 0xffffffffu}) {
    std::string owner = right_record(), descriptor = right_record();
    std::memcpy(&owner[0], &absurd, sizeof absurd);
    std::memcpy(&descriptor[4], &absurd, sizeof absurd);
    expect_refused(write(ElfImage({owner})), {"no hippuzzle note"});
    expect_refused(write(ElfImage({descriptor})), {"no hippuzzle note"});
  }
}

TEST_F(ModuleNoteTest, SurvivesEveryChangedByte) {
  const std::string whole = ElfImage().bytes();
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(~changed[i]);
    try {
      const ModuleNote note = read_note(write(changed));
      EXPECT_LE(note.id.size(), sizeof right_note().id);
    } catch (const Error& error) {
      EXPECT_EQ(error.outcome(), Outcome::load_failed);
    }
  }
}

TEST_F(ModuleNoteTest, ReadsNamesThatFillTheirFields) {
  hippuzzle_note note = right_note();
  std::memset(note.platform, 'p', sizeof note.platform);
  std::memset(note.id, 'i', sizeof note.id);
  const ModuleNote read = read_note(write(ElfImage({right_record(note)})));
  EXPECT_EQ(read.platform, std::string(sizeof note.platform, 'p'));
  EXPECT_EQ(read.id, std::string(sizeof note.id, 'i'));
}

TEST_F(ModuleNoteTest, ReadsTheVersionOfANoteOfAnotherLength) {
  const auto of_length = [&](size_t length) {
    hippuzzle_note note = right_note();
    note.abi_version = 7;
    std::string descriptor = testing::bytes_of(note);
    descriptor.resize(length, '\x11');
    return write(
        ElfImage({note_record(HIPPUZZLE_NOTE_TYPE, std::string("hippuzzle", 10), descriptor)}));
  };
  EXPECT_EQ(read_note(of_length(4)).abi_version, 7u);
  EXPECT_EQ(read_note(of_length(sizeof(hippuzzle_note) + 100)).abi_version, 7u);
  expect_refused(of_length(3), {"no hippuzzle note"});
}

TEST_F(ModuleNoteTest, RequireNamesWhatWasFoundAndWhatWasExpected) {
  const auto require = [&](const hippuzzle_note& note, const std::vector<std::string>& words) {
    const auto path = write(ElfImage({right_record(note)}));
    expect_error([&] { require_note(path, HIPPUZZLE_KIND_KERNELS, "cpu", "p16"); },
                 Outcome::load_failed, words);
  };
  hippuzzle_note note = right_note();
  EXPECT_NO_THROW(require_note(write(ElfImage()), HIPPUZZLE_KIND_KERNELS, "cpu", "p16"));

  note.abi_version = HIPPUZZLE_ABI_VERSION + 1;
  require(note, {"ABI version 4", "expected 3"});
  note.abi_version = 1;
  require(note, {"it was built for ABI version 1, expected 3; build it again"});
  note = right_note();
  note.kind = HIPPUZZLE_KIND_JUDGE;
  require(note, {"is a judge module", "expected a kernel module"});
  note.kind = 1234;
  require(note, {"unknown kind", "expected a kernel module"});
  note = {HIPPUZZLE_ABI_VERSION, HIPPUZZLE_KIND_KERNELS, "nvidia", "p16"};
  require(note, {"'nvidia'", "expected 'cpu'"});
  note = {HIPPUZZLE_ABI_VERSION, HIPPUZZLE_KIND_KERNELS, "cpu", "p17"};
  require(note, {"'p17'", "expected 'p16'", "duplicate id"});
}

TEST_F(ModuleNoteTest, TellsTheVersionFirst) {
  // A note of another version may mean anything by its other members.
  hippuzzle_note note = {HIPPUZZLE_ABI_VERSION + 1, 99, "elsewhere", "other"};
  const auto path = write(ElfImage({right_record(note)}));
  expect_error([&] { require_note(path, HIPPUZZLE_KIND_KERNELS, "cpu", "p16"); },
               Outcome::load_failed, {"ABI version 4"});
}

}  // namespace module_note_test
}  // namespace hippuzzle
