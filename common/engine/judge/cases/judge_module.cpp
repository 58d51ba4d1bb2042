#include "engine/judge/cases/judge_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

SharedLibrary open_judge_module(const std::filesystem::path& path, const std::string& id) {
  require_note(path, HIPPUZZLE_KIND_JUDGE, "host", id);
  return SharedLibrary(path);
}

bool is_complete(const hippuzzle_variant& v) {
  const bool complete = v.name && v.summary && v.buffers && v.expected && v.configure &&
                        v.fill_example && v.fill_random && v.reference && v.flops && v.bytes &&
                        (v.sizes || v.size_count == 0);
  return complete &&
         std::ranges::all_of(std::span(v.buffers, v.buffer_count),
                             [](const hippuzzle_buffer& b) { return b.name && b.shape; });
}

// Why nobody can hold a kernel to the claim; nullptr where somebody can.
const char* fault_of(const hippuzzle_claim& claim, const hippuzzle_variant& v) {
  if (claim.what < HIPPUZZLE_GLOBAL_READS || claim.what > HIPPUZZLE_MATRIX_OPERATIONS)
    return "about something that is not counted; name a HIPPUZZLE_ counter";
  if (claim.most == nullptr && claim.least == nullptr)
    return "without a bound; give it most(), least() or both";
  if (claim.least != nullptr && claim.least(&v.example) == 0)
    return "of at least 0 in its example, which every kernel meets; leave out least()";
  if (claim.what == HIPPUZZLE_SHARED_BYTES)
    return claim.scope == HIPPUZZLE_PER_BLOCK
               ? nullptr
               : "about shared memory's size that is not per block; make it HIPPUZZLE_PER_BLOCK";
  if (claim.what == HIPPUZZLE_RESIDENT)
    return claim.scope == HIPPUZZLE_PER_BLOCK
               ? nullptr
               : "about resident warps that is not per block; make it HIPPUZZLE_PER_BLOCK";
  const bool of_warps =
      claim.what == HIPPUZZLE_BANK_CONFLICTS || claim.what == HIPPUZZLE_GLOBAL_SECTORS ||
      claim.what == HIPPUZZLE_GLOBAL_REQUESTS || claim.what == HIPPUZZLE_MATRIX_OPERATIONS;
  if (of_warps && claim.scope != HIPPUZZLE_IN_ALL)
    return "about warps that is not in all; make it HIPPUZZLE_IN_ALL";
  if (claim.scope != HIPPUZZLE_IN_ALL && claim.scope != HIPPUZZLE_PER_THREAD)
    return "about threads that is neither per thread nor in all; make it HIPPUZZLE_PER_THREAD or "
           "HIPPUZZLE_IN_ALL";
  return nullptr;
}

std::optional<std::string> fault_of_buffers(const hippuzzle_variant& v) {
  const std::span buffers(v.buffers, v.buffer_count);
  for (const hippuzzle_buffer& b : buffers) {
    if (b.access >= HIPPUZZLE_IN && b.access <= HIPPUZZLE_INOUT) continue;
    return fmt::format(
        "its variant '{}' has the buffer '{}' with the access {}, expected IN, OUT "
        "or INOUT",
        v.name, b.name, static_cast<int>(b.access));
  }
  const auto outputs = std::ranges::count_if(buffers, is_output);
  if (outputs == 0) {
    return fmt::format("its variant '{}' has no output; make a buffer OUT or INOUT", v.name);
  }
  const auto only_out = std::ranges::count(buffers, HIPPUZZLE_OUT, &hippuzzle_buffer::access);
  if (v.product == nullptr || (outputs == 1 && only_out == 1)) return std::nullopt;
  return fmt::format("its variant '{}' is a product with {} outputs, expected one OUT buffer",
                     v.name, outputs);
}

std::optional<std::string> fault_of_warp_extent(const hippuzzle_variant& v) {
  if (v.warp_extent == 0) return std::nullopt;
  const uint32_t most = v.tile != nullptr ? HIPPUZZLE_TILE_EXTENT : std::size(v.example.n);
  if (v.warp_extent > most) {
    return fmt::format("its variant '{}' has the warp extent {}, expected 1 to {}, or 0 for none",
                       v.name, v.warp_extent, most);
  }
  if (v.expected_64 == nullptr) {
    return fmt::format(
        "its variant '{}' has a warp extent and no expected_64; write down the "
        "example for warps of 64",
        v.name);
  }
  if (warp_lanes(v, v.example) != 32 || warp_lanes(v, v.example_64) != 64) {
    return fmt::format("its variant '{}' has examples for warps of {} and {}, expected 32 and 64",
                       v.name, warp_lanes(v, v.example), warp_lanes(v, v.example_64));
  }
  for (const hippuzzle_extents& size : std::span(v.sizes, v.size_count)) {
    if (std::ranges::count(warp_widths, warp_lanes(v, size)) == 1) continue;
    return fmt::format("its variant '{}' has a size for warps of {}, expected 32 or 64", v.name,
                       warp_lanes(v, size));
  }
  return std::nullopt;
}

std::span<const hippuzzle_variant> variants_of(const hippuzzle_puzzle& entry,
                                               const std::filesystem::path& path) {
  if (entry.variants == nullptr) return {};
  if (entry.variant_size == sizeof(hippuzzle_variant)) return {entry.variants, entry.variant_count};
  throw Error(Outcome::load_failed,
              fmt::format("cannot use {}: its variants are {} bytes, expected {}; build it again "
                          "with this hippuzzle's headers",
                          path.string(), entry.variant_size, sizeof(hippuzzle_variant)));
}

// Reports an author's mistakes while the module is known to be the culprit, not later in a crash.
void check_registration(const hippuzzle_puzzle& entry, std::span<const hippuzzle_variant> variants,
                        const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& found) {
    throw Error(Outcome::load_failed, fmt::format("cannot use {}: {}", path.string(), found));
  };
  if (!entry.id || !entry.title) refuse("its puzzle has no id or no title");
  if (variants.empty()) {
    refuse("it registers no variant; register at least one");
  }
  for (const hippuzzle_variant& v : variants) {
    if (!is_complete(v)) {
      refuse(fmt::format("its variant '{}' leaves a member of hippuzzle_variant empty",
                         v.name ? v.name : "?"));
    }
  }
  for (const hippuzzle_variant& v : variants) {
    if (std::ranges::count(variants, std::string_view(v.name), &hippuzzle_variant::name) != 1) {
      refuse(fmt::format("it registers the variant '{}' more than once", v.name));
    }
    if (const auto fault = fault_of_buffers(v)) refuse(*fault);
    if (const auto fault = fault_of_warp_extent(v)) refuse(*fault);
    if (v.tolerance == HIPPUZZLE_COMPONENTWISE && !v.terms) {
      refuse(fmt::format("its variant '{}' is compared componentwise but has no terms()", v.name));
    }
    if ((v.named_case_count > 0 && !v.named_cases) ||
        !std::ranges::all_of(std::span(v.named_cases, v.named_case_count),
                             [](const hippuzzle_named_case& c) { return c.name && c.fill; })) {
      refuse(fmt::format("its variant '{}' has a named case without a name or without fill()",
                         v.name));
    }
    if (v.claim_count > 0 && !v.claims) {
      refuse(
          fmt::format("its variant '{}' has {} claims and no list of them", v.name, v.claim_count));
    }
    for (const hippuzzle_claim& claim : std::span(v.claims, v.claim_count)) {
      if (const char* fault = fault_of(claim, v))
        refuse(fmt::format("its variant '{}' makes a claim {}", v.name, fault));
    }
  }
}

}  // namespace

JudgeModule::JudgeModule(const std::filesystem::path& judge_module, const std::string& id)
    : library_(open_judge_module(judge_module, id)),
      entry_(&library_.entry<hippuzzle_puzzle>(HIPPUZZLE_PUZZLE_SYMBOL)) {
  variants_ = variants_of(*entry_, judge_module);
  check_registration(*entry_, variants_, judge_module);
}

const hippuzzle_variant* JudgeModule::find(const std::string& variant) const {
  const auto all = variants();
  const auto found = std::ranges::find(all, variant, &hippuzzle_variant::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace hippuzzle
