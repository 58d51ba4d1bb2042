#include "engine/occupancy/kernel_resources.hpp"

#include <fmt/format.h>

#include "support/files/elf_object.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

std::vector<CodeObject> code_objects(std::string_view bytes, const std::filesystem::path& module) {
  try {
    const ElfObject object(bytes);
    if (const ElfSection* nvidia = object.find(".nv_fatbin"))
      return code_objects_of_nvidia(nvidia->bytes);
    if (const ElfSection* amd = object.find(".hip_fatbin")) return code_objects_of_amd(amd->bytes);
    throw std::runtime_error("it has no section .nv_fatbin or .hip_fatbin");
  } catch (const std::exception& error) {
    throw Error(Outcome::load_failed, fmt::format("{} cannot be read for its code objects: {}",
                                                  module.string(), error.what()));
  }
}

std::vector<KernelResources> read_kernel_resources(const std::filesystem::path& module) {
  const auto bytes = read_file(module);
  if (!bytes) throw Error(Outcome::load_failed, fmt::format("{} cannot be read", module.string()));
  try {
    const ElfObject object(*bytes);
    if (const ElfSection* nvidia = object.find(".nv_fatbin")) {
      return kernels_of_nvidia(nvidia->bytes);
    }
    if (const ElfSection* amd = object.find(".hip_fatbin")) return kernels_of_amd(amd->bytes);
    throw std::runtime_error("it has no section .nv_fatbin or .hip_fatbin");
  } catch (const std::exception& error) {
    throw Error(Outcome::load_failed, fmt::format("{} cannot be read for its kernels: {}",
                                                  module.string(), error.what()));
  }
}

}  // namespace hippuzzle
