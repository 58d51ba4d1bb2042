// Call sites: an instruction together with the chain of calls that led to it, as a small number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hip_cpu::check {

using ContextId = std::uint32_t;  // a chain of calls; 0 is the empty one
using SiteId = std::uint32_t;     // 0 is no site

inline constexpr unsigned site_bits = 20;  // of a SiteId
inline constexpr SiteId unknown_site = (1u << site_bits) - 1;

class CallSites {
 public:
  // The chain that a function called at `call` has when its caller's is `caller`.
  ContextId enter(ContextId caller, const void* call) { return node(caller, call).id; }

  // The site at `code`, the address after a call instruction; `unknown_site` when the table is
  // full.
  SiteId at(ContextId context, const void* code);

  // Return addresses, innermost first; none of an unknown site.
  std::vector<const void*> frames(SiteId site) const;

 private:
  struct Node {
    ContextId caller;
    const void* code;
  };
  struct Cached {
    ContextId context = 0;
    const void* code = nullptr;
    std::uint32_t id = 0;
  };
  using Table = std::map<std::pair<ContextId, const void*>, std::uint32_t>;
  static constexpr std::size_t cache_size = 1024;

  const Cached& node(ContextId caller, const void* call) {
    Cached& cached = context_cache_[slot(caller, call)];
    if (cached.code != call || cached.context != caller) cached = find_context(caller, call);
    return cached;
  }
  static std::size_t slot(ContextId context, const void* code) {
    return (reinterpret_cast<std::uintptr_t>(code) * 0x9e3779b97f4a7c15u + context * 0x2545f491u) >>
           (64 - 10);
  }
  [[gnu::noinline]] Cached find_context(ContextId caller, const void* call);
  [[gnu::noinline]] Cached find_site(ContextId context, const void* code);

  std::vector<Node> contexts_{{0, nullptr}}, sites_{{0, nullptr}};
  Table context_ids_, site_ids_;
  Cached context_cache_[cache_size], site_cache_[cache_size];
};

inline SiteId CallSites::at(ContextId context, const void* code) {
  Cached& cached = site_cache_[slot(context, code)];
  if (cached.code != code || cached.context != context) cached = find_site(context, code);
  return cached.id;
}

}  // namespace hip_cpu::check
