// Writes small ELF files, right ones and broken ones, for the reader of module notes.
#pragma once

#include <elf.h>
#include <hippuzzle/note.h>

#include <cstring>
#include <string>
#include <vector>

namespace hippuzzle::testing {

// The bytes of any plain struct.
template <class T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A note as a PT_NOTE segment stores it.
inline std::string note_record(uint32_t type, const std::string& owner,
                               const std::string& descriptor) {
  const auto padded = [](std::string text) {
    text.resize((text.size() + 3) / 4 * 4);
    return text;
  };
  const Elf64_Nhdr header = {static_cast<Elf64_Word>(owner.size()),
                             static_cast<Elf64_Word>(descriptor.size()), type};
  return bytes_of(header) + padded(owner) + padded(descriptor);
}

inline hippuzzle_note right_note() {
  return {HIPPUZZLE_ABI_VERSION, HIPPUZZLE_KIND_KERNELS, "cpu", "p16"};
}

inline std::string right_record(const hippuzzle_note& note = right_note()) {
  return note_record(HIPPUZZLE_NOTE_TYPE,
                     std::string(HIPPUZZLE_NOTE_OWNER, sizeof HIPPUZZLE_NOTE_OWNER),
                     bytes_of(note));
}

// A shared library's ELF header and one PT_NOTE program header for each of the segments.
struct ElfImage {
  Elf64_Ehdr header = {};
  std::vector<Elf64_Phdr> programs;
  std::string contents;  // after the program headers

  explicit ElfImage(const std::vector<std::string>& segments = {right_record()}) {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
#if defined(__aarch64__)
    header.e_machine = EM_AARCH64;
#endif
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof header;
    header.e_phoff = sizeof header;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = static_cast<Elf64_Half>(segments.size());
    for (const std::string& segment : segments) {
      Elf64_Phdr program = {};
      program.p_type = PT_NOTE;
      program.p_offset = sizeof header + segments.size() * sizeof program + contents.size();
      program.p_filesz = segment.size();
      program.p_align = 4;
      programs.push_back(program);
      contents += segment;
    }
  }

  std::string bytes() const {
    std::string all = bytes_of(header);
    for (const Elf64_Phdr& program : programs) all += bytes_of(program);
    return all + contents;
  }
};

}  // namespace hippuzzle::testing
