#include "engine/modules/module_note.hpp"

#include <fmt/format.h>
#include <hippuzzle/note.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "support/files/elf_object.hpp"
#include "support/files/mapped_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& found) {
  throw Error(Outcome::load_failed, fmt::format("cannot load {}: {}", path.string(), found));
}

constexpr uint64_t most_note_bytes = 1u << 20;  // of a segment; no sane one has more

constexpr uint64_t padded(uint64_t size) { return (size + 3) & ~uint64_t{3}; }

std::string text(const char* chars, size_t capacity) {
  return std::string(chars, strnlen(chars, capacity));
}

// The program headers, once every segment that they name is known to be in the file: dlopen maps
// segments without asking, and touching a missing one ends the process.
std::vector<Elf64_Phdr> read_segments(const ElfObject& module, const std::filesystem::path& path) {
  std::vector<Elf64_Phdr> segments;
  try {
    segments = module.segments();
  } catch (const std::runtime_error&) {
    refuse(path, "its program headers are cut off; build it again");
  }
  try {
    for (const Elf64_Phdr& segment : segments) (void)module.bytes_of(segment);
  } catch (const std::runtime_error&) {
    refuse(path, "it is cut off, a part of it lies beyond its end; build it again");
  }
  return segments;
}

// The module in the file's bytes.
ElfObject read_module(const MappedFile& file, const std::filesystem::path& path) {
  try {
    return ElfObject(file.bytes());
  } catch (const std::runtime_error&) {
    refuse(path, "it is not an ELF file (a module is a shared library); build it again");
  }
}

// The descriptor of the hippuzzle note among the notes of one PT_NOTE segment.
std::optional<hippuzzle_note> find_note(std::string_view notes) {
  for (uint64_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
    Elf64_Nhdr header;
    std::memcpy(&header, &notes[at], sizeof header);
    const uint64_t owner = at + sizeof header;
    const uint64_t descriptor = owner + padded(header.n_namesz);
    const uint64_t end = descriptor + padded(header.n_descsz);
    if (descriptor + header.n_descsz > notes.size()) return std::nullopt;
    const bool ours = header.n_type == HIPPUZZLE_NOTE_TYPE &&
                      header.n_namesz == sizeof(HIPPUZZLE_NOTE_OWNER) &&
                      std::memcmp(&notes[owner], HIPPUZZLE_NOTE_OWNER, header.n_namesz) == 0;
    if (ours) {
      // Only the version is known to be there in every version; the rest reads as zero if missing.
      hippuzzle_note note = {};
      if (header.n_descsz < sizeof note.abi_version) return std::nullopt;
      std::memcpy(&note, &notes[descriptor], std::min<uint64_t>(header.n_descsz, sizeof note));
      return note;
    }
    at = end;
  }
  return std::nullopt;
}

#if defined(__x86_64__)
constexpr Elf64_Half this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half this_machine = EM_AARCH64;
#endif

const char* kind_name(uint32_t kind) {
  switch (kind) {
    case HIPPUZZLE_KIND_JUDGE:
      return "judge module";
    case HIPPUZZLE_KIND_KERNELS:
      return "kernel module";
    case HIPPUZZLE_KIND_DEVICE:
      return "device runtime";
    default:
      return "module of an unknown kind";
  }
}

}  // namespace

ModuleNote read_note(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) refuse(path, "no such file");
  const MappedFile file(path);
  if (!file.is_open()) refuse(path, "it cannot be read; check its permissions");

  const ElfObject module = read_module(file, path);
  const Elf64_Ehdr& header = module.header();
  const bool usable = header.e_ident[EI_CLASS] == ELFCLASS64 &&
                      header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_type == ET_DYN;
  if (!usable) refuse(path, "it is not a 64-bit little-endian shared library; build it again");
  if (header.e_machine != this_machine) {
    refuse(path,
           fmt::format("it was built for another machine (ELF machine {}, expected {}); build "
                       "it again on this one",
                       header.e_machine, this_machine));
  }

  const std::vector<Elf64_Phdr> segments = read_segments(module, path);
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type != PT_NOTE) continue;
    if (segment.p_filesz > most_note_bytes)
      refuse(path, "its notes are unreadable; build it again");
    if (const auto note = find_note(module.bytes_of(segment))) {
      return {note->abi_version, note->kind, text(note->platform, sizeof note->platform),
              text(note->id, sizeof note->id)};
    }
  }
  refuse(path, "it carries no hippuzzle note (it was not built as a hippuzzle module)");
}

void require_note(const std::filesystem::path& path, uint32_t kind, const std::string& platform,
                  const std::string& id) {
  const ModuleNote note = read_note(path);
  if (note.abi_version != HIPPUZZLE_ABI_VERSION) {
    refuse(path, fmt::format("it was built for ABI version {}, expected {}; build "
                             "it again with this hippuzzle's headers",
                             note.abi_version, HIPPUZZLE_ABI_VERSION));
  }
  if (note.kind != kind) {
    refuse(path, fmt::format("it is a {}, expected a {}", kind_name(note.kind), kind_name(kind)));
  }
  if (note.platform != platform) {
    refuse(path, fmt::format("it was built for the platform '{}', expected '{}'", note.platform,
                             platform));
  }
  if (note.id != id) {
    refuse(path,
           fmt::format("it claims the id '{}', which belongs to {}.so (duplicate id); expected "
                       "'{}', the name of the file",
                       note.id, note.id, id));
  }
}

}  // namespace hippuzzle
