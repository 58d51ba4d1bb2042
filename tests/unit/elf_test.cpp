#include "support/files/elf.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/files/elf_object.hpp"
#include "support/files/text_file.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/unit/elf_image.hpp"

namespace hippuzzle {
namespace elf_test {

// An object with one symbol table of those names, all of them undefined.
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

class Elf : public ::testing::Test {
 protected:
  ElfFile file(const std::string& bytes) const { return ElfFile(here_.write("file", bytes)); }

  testing::TemporaryDirectory here_;
};

TEST_F(Elf, OfTheTestItselfHasItsSymbols) {
  const ElfFile self("/proc/self/exe");
  ASSERT_TRUE(self.header());
  EXPECT_EQ(self.header()->e_ident[EI_CLASS], ELFCLASS64);
  ASSERT_TRUE(self.segments());
  EXPECT_FALSE(self.segments()->empty());
  const auto symbols = self.symbols(SHT_DYNSYM);
  ASSERT_TRUE(symbols);
  const auto has = [&](const std::string& name) {
    return std::ranges::find(*symbols, name, &ElfSymbol::name) != symbols->end();
  };
  EXPECT_TRUE(has("__libc_start_main"));
  EXPECT_FALSE(has("no_such_function"));
}

TEST_F(Elf, GivesRangesInsideTheFileOnly) {
  const std::string bytes = testing::ElfImage().bytes();
  const ElfFile elf = file(bytes);
  EXPECT_EQ(elf.size(), bytes.size());
  EXPECT_EQ(elf.read(1, 3), "ELF");
  EXPECT_EQ(elf.read(bytes.size(), 0), "");
  EXPECT_EQ(elf.read(bytes.size() - 1, 2), std::nullopt);
  EXPECT_EQ(elf.read(UINT64_MAX, 2), std::nullopt);
  EXPECT_EQ(elf.read(2, UINT64_MAX), std::nullopt);
}

TEST_F(Elf, IsNotWhatHasNoHeader) {
  EXPECT_FALSE(file("text").header());
  EXPECT_FALSE(file("").header());
  EXPECT_FALSE(file(std::string(200, 'x')).header());
  EXPECT_FALSE(ElfFile(here_.path() / "none").is_open());
}

TEST_F(Elf, NamesItsSymbols) {
  const auto symbols = file(object_with_symbols(std::string("\0first\0second\0", 14), 7));
  ASSERT_TRUE(symbols.symbols(SHT_SYMTAB));
  ASSERT_EQ(symbols.symbols(SHT_SYMTAB)->size(), 1u);
  EXPECT_EQ(symbols.symbols(SHT_SYMTAB)->front().name, "second");
  EXPECT_EQ(symbols.symbols(SHT_DYNSYM)->size(), 0u) << "there is no such table";
}

TEST_F(Elf, ThatIsCutOffHasNoTables) {
  const std::string whole = object_with_symbols(std::string("\0name\0", 6), 1);
  EXPECT_TRUE(file(whole).symbols(SHT_SYMTAB));
  EXPECT_EQ(file(whole.substr(0, whole.size() - 1)).symbols(SHT_SYMTAB), std::nullopt);
  EXPECT_EQ(file(object_with_symbols("no end", 1)).symbols(SHT_SYMTAB), std::nullopt);
  EXPECT_EQ(file(object_with_symbols(std::string("\0", 1), 9)).symbols(SHT_SYMTAB), std::nullopt);
}

TEST(ElfObject, OfTheTestItselfHasWhatItsLoaderFillsIn) {
  const auto self = read_file("/proc/self/exe");
  ASSERT_TRUE(self);
  const ElfObject object(*self);
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
  const std::string whole = object_with_symbols(std::string("\0name\0", 6), 1);
  EXPECT_EQ(message(whole), "");
  for (size_t bytes = SELFMAG; bytes < whole.size(); ++bytes)
    EXPECT_NE(message(whole.substr(0, bytes)).find("cut off"), std::string::npos) << bytes;
  EXPECT_EQ(message(object_with_symbols("no end", 1)), "a name in it has no end");
}

}  // namespace elf_test
}  // namespace hippuzzle
