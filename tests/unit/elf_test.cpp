#include "support/files/elf_object.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/files/mapped_file.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/unit/elf_image.hpp"

namespace hippuzzle {
namespace elf_test {

// An object with one symbol table with these names, all of them undefined.
std::string object_with_symbols(const std::string& names, uint32_t name_at) {
  Elf64_Ehdr header = testing::ElfImage(std::vector<std::string>()).header;
  Elf64_Sym symbol = {};
  symbol.st_name = name_at;
  Elf64_Shdr table = {}, strings = {};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = sizeof header;
  table.sh_size = sizeof symbol;
  table.sh_link = 1;
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = sizeof header + sizeof symbol;
  strings.sh_size = names.size();
  header.e_shoff = strings.sh_offset + names.size();
  header.e_shnum = 2;
  header.e_shentsize = sizeof table;
  header.e_shstrndx = 1;
  return testing::bytes_of(header) + testing::bytes_of(symbol) + names + testing::bytes_of(table) +
         testing::bytes_of(strings);
}

TEST(MappedFile, HasTheFilesBytes) {
  const testing::TemporaryDirectory here;
  const MappedFile file(here.write("file", "text"));
  EXPECT_TRUE(file.is_open());
  EXPECT_EQ(file.bytes(), "text");
  const MappedFile empty(here.write("empty", ""));
  EXPECT_TRUE(empty.is_open());
  EXPECT_EQ(empty.bytes(), "");
  EXPECT_FALSE(MappedFile(here.path() / "none").is_open());
}

TEST(ElfObject, OfTheTestItselfHasItsSymbols) {
  const MappedFile self("/proc/self/exe");
  const ElfObject elf(self.bytes());
  EXPECT_EQ(elf.header().e_ident[EI_CLASS], ELFCLASS64);
  EXPECT_FALSE(elf.segments().empty());
  const auto symbols = elf.symbols(SHT_DYNSYM);
  const auto has = [&](const std::string& name) {
    return std::ranges::find(symbols, name, &NamedSymbol::name) != symbols.end();
  };
  EXPECT_TRUE(has("__libc_start_main"));
  EXPECT_FALSE(has("no_such_function"));
}

TEST(ElfObject, GivesRangesInsideItselfOnly) {
  const std::string bytes = testing::ElfImage().bytes();
  EXPECT_EQ(slice(bytes, 1, 3), "ELF");
  EXPECT_EQ(slice(bytes, bytes.size(), 0), "");
  EXPECT_THROW((void)slice(bytes, bytes.size() - 1, 2), std::runtime_error);
  EXPECT_THROW((void)slice(bytes, UINT64_MAX, 2), std::runtime_error);
  EXPECT_THROW((void)slice(bytes, 2, UINT64_MAX), std::runtime_error);
}

TEST(ElfObject, NamesItsSymbols) {
  const std::string bytes = object_with_symbols(std::string("\0first\0second\0", 14), 7);
  const ElfObject elf(bytes);
  ASSERT_EQ(elf.symbols(SHT_SYMTAB).size(), 1u);
  EXPECT_EQ(elf.symbols(SHT_SYMTAB).front().name, "second");
  EXPECT_EQ(elf.symbols(SHT_DYNSYM).size(), 0u) << "there is no such table";
}

TEST(ElfObject, ThatIsCutOffHasItsSegmentsAllTheSame) {
  const std::string whole = object_with_symbols(std::string("\0name\0", 6), 1);
  const std::string cut = whole.substr(0, whole.size() - 1);
  const ElfObject elf(cut);
  EXPECT_TRUE(elf.segments().empty());
  EXPECT_THROW((void)elf.sections(), std::runtime_error);
}

TEST(ElfObject, OfTheTestItselfHasWhatItsLoaderFillsIn) {
  const MappedFile self("/proc/self/exe");
  const ElfObject object(self.bytes());
  EXPECT_FALSE(object.segments().empty());
  bool imports_main = false;
  for (const ElfRelocation& relocation : object.relocations())
    imports_main |= relocation.symbol && relocation.symbol->name == "__libc_start_main";
  EXPECT_TRUE(imports_main);
  EXPECT_FALSE(object.pointers().empty());
}

TEST(ElfObject, SaysWhatIsWrongWithIt) {
  const auto message = [](const std::string& bytes) -> std::string {
    try {
      const ElfObject object(bytes);
      (void)object.symbols();
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message("text"), "it is no ELF file");
  EXPECT_EQ(message(""), "it is no ELF file");
  EXPECT_EQ(message(std::string(200, 'x')), "it is no ELF file");
  const std::string whole = object_with_symbols(std::string("\0name\0", 6), 1);
  EXPECT_EQ(message(whole), "");
  for (size_t bytes = SELFMAG; bytes < whole.size(); ++bytes)
    EXPECT_NE(message(whole.substr(0, bytes)).find("cut off"), std::string::npos) << bytes;
  EXPECT_EQ(message(object_with_symbols("no end", 1)), "a name in it has no end");
  EXPECT_NE(message(object_with_symbols(std::string("\0", 1), 9)), "");
}

}  // namespace elf_test
}  // namespace hippuzzle
