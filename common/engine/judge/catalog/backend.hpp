// Which platforms this machine can use, and with which files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/judge.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

// Throws Error(usage) unless the word, other than "auto", names one of them.
void require_platform(const std::string& backend);

// Platform::missing_hardware by the platform's name.
std::optional<std::string> missing_hardware(const std::string& platform);

// The library that stands in for the platform's runtime; none where it was not built.
std::optional<std::filesystem::path> emulator_of(const Platform& platform,
                                                 const SearchPath& search_path);

// The lanes of a warp of the candidate's device, as far as that is known before it is opened.
uint32_t device_warp_lanes(const Candidate& candidate);

// The platform, and its devices if device nodes name them: "amd (gfx1100)".
std::string hardware(const std::string& platform);

// The sentence for a platform that this hippuzzle has no device runtime for.
std::string not_built(const std::string& platform);

// A platform's candidate for a puzzle, or why there is none.
struct Choice {
  std::string platform;
  std::optional<Candidate> candidate;
  std::string why_not;  // one sentence when there is no candidate
};

// The device of a platform that is asked for.
struct WantedDevice {
  int number = 0;
  // Emulated where no GPU is: a target, "gfx90a", or "" for the first that a module holds.
  std::optional<std::string> emulated = std::nullopt;
  uint64_t seed = 1;  // of an emulated device
};

// The choices for one word of --backend: "auto" gives every platform in order, a platform's name
// that one. Throws Error(usage) for any other word. Only the name of the emulated platform gives an
// emulated device.
std::vector<Choice> choices(const std::string& backend, const SearchPath& search_path,
                            const std::string& id, const WantedDevice& device);

}  // namespace hippuzzle
