// Random programs of a warp's lanes become the requests that follow from each lane alone.
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/hip_cpu/check/grouping.hpp"

namespace hip_cpu::check {
namespace random_requests_test {

// Programs of reads, branches, loops, calls and barriers, in which the choices are the same for all
// lanes, or depend on the lane.
class Program {
 public:
  struct Step {
    enum What { block, read, call, leave, barrier } what;
    std::uintptr_t code;
  };

  // No two seeds share an address.
  Program(unsigned seed, unsigned of_lane)
      : seed_(seed), lane_(of_lane), functions_(std::uintptr_t{1000} * seed) {
    function(0, true);
  }
  const std::vector<Step>& steps() const { return steps_; }

 private:
  // The same for all lanes: the shape of the source.
  unsigned shape(std::uintptr_t code, unsigned below) const { return hash(code, 0) % below; }
  // The decision of a lane there for the n-th time.
  unsigned choice(std::uintptr_t code, unsigned below, bool same_for_all) {
    const unsigned round = rounds_[code]++;
    return hash(code, 1000 + round * 100 + (same_for_all ? 0 : 1 + lane_)) % below;
  }
  unsigned hash(std::uintptr_t code, unsigned more) const {
    std::uint64_t h = mix(mix(seed_ + 1, code), more + 1);
    return static_cast<unsigned>(mix(h, 7) >> 40);
  }

  std::uintptr_t next_code() { return function_ + ++code_; }

  // Statements have their addresses from their place in the source, taken or not, so a statement
  // that is left out takes its addresses too: it runs without being seen.
  void function(unsigned depth, bool is_uniform) {
    const std::uintptr_t outer = std::exchange(function_, 1000 * ++functions_);
    const std::uintptr_t outer_code = std::exchange(code_, 0);
    emit_if(Step::call, function_);
    statements(depth, is_uniform);
    emit_if(Step::leave, 0);
    function_ = outer;
    code_ = outer_code;
  }
  void statements(unsigned depth, bool is_uniform) {
    emit_if(Step::block, next_code());
    const unsigned count = 1 + shape(code_ + function_, 3);
    for (unsigned i = 0; i < count; ++i) {
      const std::uintptr_t code = next_code();
      switch (depth < 3 ? shape(code, 6) : 0) {
        case 0:
        case 1:
          emit_if(Step::read, code);
          break;
        case 2:
          branch(depth, code, is_uniform && shape(code + 500, 2) == 0);
          break;
        case 3:
          loop(depth, code, is_uniform && shape(code + 500, 2) == 0);
          break;
        case 4:
          emit_if(is_uniform ? Step::barrier : Step::read, code);
          break;
        case 5:
          loop(depth, code, false);
          break;
      }
    }
  }
  void branch(unsigned depth, std::uintptr_t code, bool is_uniform) {
    const bool was_seen = seen_;
    seen_ = was_seen && choice(code, 2, is_uniform) == 0;
    statements(depth + 1, is_uniform);
    seen_ = was_seen;
    emit_if(Step::block, next_code());
  }
  // The body again and again at the same addresses; after it, each time, the condition.
  void loop(unsigned depth, std::uintptr_t code, bool is_uniform) {
    const bool was_seen = seen_;
    const unsigned rounds = 1 + choice(code, 4, is_uniform);
    const std::uintptr_t begin = code_, functions = functions_;
    for (unsigned round = 0; round < rounds; ++round) {
      code_ = begin;
      functions_ = functions;
      statements(depth + 1, is_uniform);
      emit_if(Step::block, next_code());
    }
    seen_ = was_seen;
    emit_if(Step::block, next_code());
  }
  void emit_if(Step::What what, std::uintptr_t code) {
    if (seen_) steps_.push_back({what, code});
  }

  unsigned seed_, lane_;
  std::uintptr_t functions_, function_ = 0, code_ = 0;
  bool seen_ = true;
  std::map<std::uintptr_t, unsigned> rounds_;
  std::vector<Step> steps_;
};

using Counted = std::map<std::pair<SiteId, std::uint64_t>, int>;

// The requests that Requests must find in a warp, computed by following each lane alone.
void add_grouped_alone(std::span<const Program> lanes, Counted& count) {
  std::map<std::tuple<unsigned, IterationKey, SiteId>, std::uint64_t> requests;
  LoopEnds ends;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    Iterations iterations;
    unsigned phase = 0;
    for (const Program::Step& step : lanes[lane].steps()) {
      if (step.what == Program::Step::block) iterations.block(step.code, ends, thousand);
      if (step.what == Program::Step::call) iterations.enter(step.code, 0);
      if (step.what == Program::Step::leave) iterations.leave();
      if (step.what == Program::Step::barrier) ++phase;
      if (step.what == Program::Step::read)
        requests[{phase, iterations.key(), static_cast<SiteId>(step.code)}] |= std::uint64_t{1}
                                                                               << lane;
    }
  }
  for (const auto& [key, lanes_of] : requests) ++count[{std::get<2>(key), lanes_of}];
}

// Several warps and several runs, so that one warp's path is the next one's guess.
TEST_F(Grouping, IsThatOfEachLaneFollowedAlone) {
  using Step = Program::Step;
  constexpr unsigned width = 8, threads = 3 * width;
  std::size_t partial = 0, whole = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::vector<Program> programs;
    for (unsigned thread = 0; thread < threads; ++thread) programs.emplace_back(seed, thread);
    Counted expected, found;
    for (unsigned first = 0; first < threads; first += width)
      add_grouped_alone(std::span(programs).subspan(first, width), expected);
    for (auto& [request, count] : expected) count *= 2;
    taken.clear();
    for (int run = 0; run < 2; ++run) {
      begin(threads, width);
      std::array<std::size_t, threads> at{};
      for (bool is_over = false; !is_over;) {
        is_over = true;
        for (unsigned thread = 0; thread < threads; ++thread) {
          const std::vector<Step>& steps = programs[thread].steps();
          if (at[thread] == steps.size()) continue;
          if (at[thread] == 0) {
            requests.begin_thread(thread);
          } else {
            requests.run(thread);
          }
          bool waits = false;
          while (!waits && at[thread] < steps.size()) {
            const Step& step = steps[at[thread]++];
            if (step.what == Step::block) block(step.code);
            if (step.what == Step::call) call(step.code, 0);
            if (step.what == Step::leave) leave();
            if (step.what == Step::read) read(step.code);
            waits = step.what == Step::barrier;
          }
          if (waits) {
            is_over = false;
            requests.arrive(thread);
          } else {
            requests.end_thread(thread);
          }
        }
        for (unsigned thread = 0; thread < threads && !is_over; ++thread)
          if (at[thread] < programs[thread].steps().size()) requests.resume(thread);
      }
      requests.hand_over();
    }
    for (const Taken& t : taken) {
      ++found[{t.site, t.lanes}];
      ++(t.lanes == 0xff ? whole : partial);
    }
    ASSERT_EQ(found, expected) << "seed " << seed;
  }
  EXPECT_GT(partial, 1000u);
  EXPECT_GT(whole, 1000u);
}

}  // namespace random_requests_test
}  // namespace hip_cpu::check
