// Sizes of a problem as people write them, and which of them a variant takes.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

// "1024", "4096x4096x512" as the variant's extents: one number for all of them, or one for each
// that its example uses, but for the width of a warp, which is the example's, 32 (for_warps_of()
// gives another). Throws Error(usage).
hippuzzle_extents parse_size(const std::string& text, const hippuzzle_variant& variant);

// "4096x4096x512"; one number where all are equal. The variant's extent of a warp is left out.
std::string size_text(const hippuzzle_extents& extents, const hippuzzle_variant& variant);
std::string size_text(const hippuzzle_extents& extents);

// The reason why the variant cannot be run at these extents; nullopt when it can.
std::optional<std::string> refusal(const hippuzzle_variant& variant,
                                   const hippuzzle_extents& extents);

// Sizes that the seed draws between the least and the greatest of the variant's own, in tiles that
// these are in as well: at most `count`, none that is among them and none that the variant refuses.
// A kernel that is right for the sizes that everybody can read may be wrong for these.
std::vector<hippuzzle_extents> unforeseen_sizes(const hippuzzle_variant& variant, uint64_t seed,
                                                uint32_t count);

// `usual`, as parse_size() reads it, or where the variant refuses that the largest of its own
// cases.
hippuzzle_extents usual_size(const std::string& usual, const hippuzzle_variant& variant);

}  // namespace hippuzzle
