// 64-bit little-endian object files that lie in memory, such as code objects inside a module.
// Nothing in them is trusted: what lies outside them throws std::runtime_error, which does not say
// whose they are.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

inline std::string_view slice(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size)
    throw std::runtime_error("it is cut off at byte " + std::to_string(offset));
  return bytes.substr(offset, size);
}

template <class T>
T read_as(std::string_view bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, slice(bytes, offset, sizeof value).data(), sizeof value);
  return value;
}

struct ObjectSection {
  std::string_view name;
  Elf64_Shdr header;
  std::string_view bytes;  // none of a section without bytes in the file
};

struct ObjectSymbol {
  std::string_view name;
  Elf64_Sym symbol;
};

struct Pointer {
  uint64_t address;  // of the pointer
  uint64_t to;       // the address in the object that it will hold
};

class ObjectBytes {
 public:
  // elf: of the whole object, kept by the caller. Throws when it is none.
  explicit ObjectBytes(std::string_view elf);

  const std::vector<ObjectSection>& sections() const { return sections_; }
  const ObjectSection* find(std::string_view name) const;  // nullptr when there is none

  // The symbols of all tables, with their names.
  std::vector<ObjectSymbol> symbols() const;

  // The file's bytes at a virtual address.
  std::string_view at(uint64_t address, uint64_t size) const;
  std::string_view string_at(uint64_t address) const;

  // Pointers that a loader fills in with addresses of the object itself.
  std::vector<Pointer> pointers() const;

  uint16_t machine() const { return header_.e_machine; }

 private:
  Elf64_Ehdr header_;
  std::vector<ObjectSection> sections_;
};

}  // namespace hippuzzle
