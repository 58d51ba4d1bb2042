#include "hip_cpu/check/code/call_sites.hpp"

namespace hip_cpu::check {

CallSites::Cached CallSites::find_context(ContextId caller, const void* call) {
  const auto next = static_cast<ContextId>(contexts_.size());
  const auto [found, added] = context_ids_.try_emplace({caller, call}, next);
  if (added) contexts_.push_back({caller, call});
  return {caller, call, found->second};
}

CallSites::Cached CallSites::find_site(ContextId context, const void* code) {
  constexpr std::size_t most = unknown_site - 1;  // the next number is none either
  const auto found = site_ids_.find({context, code});
  if (found != site_ids_.end()) return {context, code, found->second};
  if (sites_.size() == most) return {context, code, unknown_site};
  const auto id = static_cast<SiteId>(sites_.size());
  site_ids_.emplace(std::pair(context, code), id);
  sites_.push_back({context, code});
  return {context, code, id};
}

std::vector<const void*> CallSites::frames(SiteId site) const {
  std::vector<const void*> frames;
  if (site == 0 || site >= sites_.size()) return frames;
  frames.push_back(sites_[site].code);
  for (ContextId context = sites_[site].caller; context != 0; context = contexts_[context].caller)
    frames.push_back(contexts_[context].code);
  return frames;
}

}  // namespace hip_cpu::check
