#include "cli/report/trace/lane_arrows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/grid_text.hpp"

namespace hippuzzle {
namespace {

constexpr size_t lanes_a_word = 8;

std::string range_text(uint32_t first, uint32_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

std::string votes_text(const TracedMeeting& m) {
  std::string text = "votes";
  for (size_t i = 0; i < m.votes.size(); ++i)
    text += fmt::format("{}{}", i % lanes_a_word == 0 ? " " : "", m.votes[i]);
  return text;
}

bool are_partners(const TracedMeeting& m) {
  const uint32_t mask = m.lanes.front() ^ m.sources.front();
  for (size_t i = 0; i < m.lanes.size(); ++i)
    if ((m.lanes[i] ^ m.sources[i]) != mask) return false;
  return mask != 0;
}

}  // namespace

std::string lanes_text(const TracedMeeting& m) {
  if (m.is_vote) return votes_text(m);
  const uint32_t first = m.lanes.front(), last = m.lanes.back();
  const bool has_no_gaps = last - first + 1 == m.lanes.size();
  const bool has_one_source =
      std::ranges::count(m.sources, m.sources.front()) == static_cast<ptrdiff_t>(m.sources.size());
  if (has_no_gaps && has_one_source && m.lanes.size() > 1)
    return fmt::format("lanes {} ← lane {}", range_text(first, last), m.sources.front());
  if (has_no_gaps && are_partners(m))
    return fmt::format("lanes {} ↔ lane ^ {}", range_text(first, last), first ^ m.sources.front());
  std::string text;
  for (size_t i = 0, end; i < m.lanes.size(); i = end) {
    for (end = i + 1; end < m.lanes.size() && m.lanes[end] == m.lanes[end - 1] + 1 &&
                      m.sources[end] == m.sources[end - 1] + 1;)
      ++end;
    const bool is_one = end == i + 1;
    const std::string from = m.sources[i] != m.lanes[i]
                                 ? range_text(m.sources[i], m.sources[end - 1])
                             : is_one ? "itself"
                                      : "themselves";
    text += fmt::format("{}{} {} ← {}", text.empty() ? "" : ", ", is_one ? "lane" : "lanes",
                        range_text(m.lanes[i], m.lanes[end - 1]), from);
  }
  return text;
}

}  // namespace hippuzzle
