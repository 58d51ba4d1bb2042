#include "hip_cpu/simt/warp_meeting.hpp"

#include <algorithm>
#include <cstring>

#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu {
namespace {

constexpr std::uint64_t bit(unsigned lane) { return std::uint64_t{1} << lane; }

// The lanes of a warp that the block has: the last warp may be partly filled.
std::uint64_t existing_lanes(unsigned warp, unsigned threads) {
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned lanes = std::min(width, threads - warp * width);
  return lanes == 64 ? ~std::uint64_t{0} : bit(lanes) - 1;
}

// Whether lanes at `a` should go on before lanes at `b`, so that they may join them there: the
// order of the source tells where a branch ends.
bool earlier(const Meeting& a, const Meeting& b) { return a.site.line < b.site.line; }

// For operations with one mask; a site without a name may be any of them.
bool is_same_call(Site a, Site b) {
  return a.function == b.function || !a.function || !b.function ||
         std::strcmp(a.function, b.function) == 0;
}

// The first lane has the least number, the other one has the least number among lanes that call
// something else: these are the same in whatever order the lanes come.
void take_call(Meeting& meeting, unsigned lane, WarpOperation operation, Site site) {
  const bool is_first = meeting.arrived == 0 || lane < meeting.first;
  if (meeting.arrived == 0) {
    meeting.is_mixed = false;
  } else if (operation != meeting.operation ||
             (meeting.mask != 0 && !is_same_call(site, meeting.site))) {
    if (is_first) {
      meeting.other = meeting.first;
      meeting.other_site = meeting.site;
    } else if (!meeting.is_mixed || lane < meeting.other) {
      meeting.other = lane;
      meeting.other_site = site;
    }
    meeting.is_mixed = true;
  }
  if (!is_first) return;
  meeting.first = lane;
  meeting.operation = operation;
  meeting.site = site;
}

}  // namespace

Meeting& Warps::find_or_open(Open& open, std::uint64_t mask, Site site, std::uint64_t expected) {
  for (Meeting* meeting : open)
    if (meeting->mask == mask &&
        (mask != 0 || (meeting->site.line == site.line && meeting->site.function == site.function)))
      return *meeting;
  if (unused_.empty()) unused_.push_back(&meetings_.emplace_back());
  Meeting& meeting = *unused_.back();
  unused_.pop_back();
  meeting.site = site;
  meeting.mask = mask;
  meeting.expected = expected;
  meeting.arrived = meeting.votes = 0;
  open.push_back(&meeting);
  ++open_count_;
  return meeting;
}

void Warps::close(Block& block, Open& open, Meeting& meeting) {
  open.erase(std::find(open.begin(), open.end(), &meeting));
  --open_count_;
  meeting.unread = static_cast<unsigned>(__builtin_popcountll(meeting.arrived));
  for (unsigned lane = 64; lane-- > 0;)
    if ((meeting.arrived & bit(lane)) && meeting.waiting[lane]) block.wake(meeting.waiting[lane]);
}

Meeting& Warps::meet(Block& block, std::uint64_t value, bool vote, std::uint64_t mask, Site site,
                     WarpOperation operation) {
  const auto width = static_cast<unsigned>(warpSize);
  const unsigned thread = linear_thread_index(), warp = thread / width, lane = thread % width;
  std::uint64_t expected = existing_lanes(warp, block.thread_count());
  if (mask != 0) expected &= mask | bit(lane);

  Open& open = open_[warp];
  Meeting& meeting = find_or_open(open, mask, site, expected);
  take_call(meeting, lane, operation, site);
  meeting.arrived |= bit(lane);
  meeting.value[lane] = value;
  if (vote) meeting.votes |= bit(lane);
  if (meeting.arrived == meeting.expected) {
    meeting.waiting[lane] = nullptr;
    close(block, open, meeting);
  } else {
    hip_cpu_suspend(&meeting.waiting[lane]);
  }
  return meeting;
}

void Warps::leave(Meeting& meeting) {
  if (--meeting.unread == 0) unused_.push_back(&meeting);
}

bool Warps::release_incomplete(Block& block) {
  if (open_count_ == 0) return false;
  bool released = false;
  for (unsigned warp = 0; warp < open_.size(); ++warp) {
    Open& open = open_[warp];
    if (open.empty()) continue;
    released |= release_masked(block, open, block.lanes_at_barrier(warp)) ||
                release_earliest_site(block, open);
  }
  return released;
}

// Releases meetings by mask. No thread can run, so a lane that waits neither in a meeting nor at
// the barrier has exited.
bool Warps::release_masked(Block& block, Open& open, std::uint64_t at_barrier) {
  std::uint64_t alive = at_barrier;
  for (const Meeting* meeting : open) alive |= meeting->arrived;
  Open complete;
  for (Meeting* meeting : open)
    if (meeting->mask != 0 && (meeting->expected & alive & ~meeting->arrived) == 0)
      complete.push_back(meeting);
  for (Meeting* meeting : complete) close(block, open, *meeting);
  return !complete.empty();
}

bool Warps::release_earliest_site(Block& block, Open& open) {
  Meeting* first = nullptr;
  for (Meeting* meeting : open)
    if (meeting->mask == 0 && (!first || earlier(*meeting, *first))) first = meeting;
  if (first) close(block, open, *first);
  return first != nullptr;
}

std::uint64_t warp_shuffle(std::uint64_t value, unsigned source, std::uint64_t mask, Site site) {
  Block& block = *current_block;
  Meeting& meeting = block.warps().meet(block, value, false, mask, site, WarpOperation::shuffle);
  const bool active = source < 64 && (meeting.arrived & bit(source));
  const std::uint64_t result = active ? meeting.value[source] : value;
  block.warps().leave(meeting);
  return result;
}

std::uint64_t warp_ballot(bool predicate, std::uint64_t mask, Site site) {
  Block& block = *current_block;
  Meeting& meeting = block.warps().meet(block, 0, predicate, mask, site, WarpOperation::vote);
  const std::uint64_t votes = meeting.votes;
  block.warps().leave(meeting);
  return votes;
}

void warp_barrier(std::uint64_t mask) { warp_ballot(true, mask, Site::of_masked("__syncwarp")); }

}  // namespace hip_cpu
