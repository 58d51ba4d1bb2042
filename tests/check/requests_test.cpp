// Accesses of threads become the requests of warps.
#include "hip_cpu/check/requests/requests.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <ostream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace hip_cpu::check {
namespace {

// What a kernel's code would announce: functions at 1000 … 1999, 2000 … 2999, and so on.
CodeRange thousand(std::uintptr_t code) { return {code / 1000 * 1000, code / 1000 * 1000 + 1000}; }

class Grouping : public ::testing::Test, public RequestSink {
 protected:
  struct Taken {
    SiteId site;
    std::uint64_t lanes;
    unsigned bytes;
    bool operator==(const Taken&) const = default;
  };
  friend void PrintTo(const Taken& t, std::ostream* out) {
    *out << "site " << t.site << " lanes " << std::hex << t.lanes << std::dec << " bytes "
         << t.bytes;
  }

  void take(const Request& request) override {
    taken.push_back({request.site, request.lanes, request.bytes});
  }

  void begin(unsigned threads, unsigned width = 32) { requests.begin_block(threads, width); }
  void begin_thread(unsigned thread, std::uintptr_t function) {
    requests.begin_thread(thread);
    call(function, 0);
  }
  void call(std::uintptr_t function, std::uintptr_t from) {
    requests.enter(at(function), at(from));
  }
  void leave() { requests.leave(); }
  void block(std::uintptr_t code) { requests.block(at(code)); }
  // The instruction's address is its site, and what `context` adds to it.
  void read(std::uintptr_t code, std::size_t bytes = 4, std::uintptr_t address = 0) {
    requests.access_range(at(code), HIP_CPU_READ, false, address, bytes,
                          [&] { return static_cast<SiteId>(code + context); });
  }
  static const void* at(std::uintptr_t code) { return reinterpret_cast<const void*>(code); }

  std::vector<Taken> taken;
  unsigned context = 0;
  Requests requests{*this, thousand};
};

TEST_F(Grouping, PutsLanesOfOneInstructionTogether) {
  begin(40);
  for (unsigned thread = 0; thread < 40; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    read(1010);
    read(1020);
    requests.arrive(thread);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {
      {1010, 0xffffffff, 4}, {1020, 0xffffffff, 4}, {1010, 0xff, 4}, {1020, 0xff, 4}};
  EXPECT_EQ(taken, expected);
}

// for (k = 0; k < 4; ++k) if (k % 2 == thread % 2) read;
TEST_F(Grouping, TellsIterationsApartThatEachHaveOtherLanes) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    block(1300);  // the condition
    for (unsigned k = 0; k < 4; ++k) {
      block(1100);
      if (k % 2 == thread) {
        block(1150);
        read(1160);
      }
      block(1200);
      block(1300);
    }
    block(1400);
    read(1410);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {
      {1160, 1, 4}, {1160, 1, 4}, {1410, 3, 4}, {1160, 2, 4}, {1160, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// Loops of different lengths, one in the other; behind them the lanes are together again.
TEST_F(Grouping, JoinsLanesBehindLoopsOfDifferentLengths) {
  begin(3);
  for (unsigned thread = 0; thread < 3; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned outer = 0; outer < 2; ++outer) {
      block(1100);
      for (unsigned inner = 0; inner <= thread; ++inner) {
        block(1200);
        read(1210);
      }
      block(1300);
      read(1310);
    }
    block(1400);
    read(1410);
  }
  requests.hand_over();
  std::map<std::pair<SiteId, std::uint64_t>, int> count;
  for (const Taken& t : taken) ++count[{t.site, t.lanes}];
  const std::map<std::pair<SiteId, std::uint64_t>, int> expected = {
      {{1210, 7}, 2}, {{1210, 6}, 2}, {{1210, 4}, 2}, {{1310, 7}, 2}, {{1410, 7}, 1}};
  EXPECT_EQ(count, expected);
}

TEST_F(Grouping, TellsCallsOfAFunctionApart) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k < 2; ++k) {
      block(1100);
      call(2000, 1110);
      block(2001);
      read(2010);
      leave();
      block(3001);  // of a function that announces no calls
    }
    if (thread == 0) {
      block(1200);
      call(2000, 1210);
    } else {
      block(1300);
      call(2000, 1310);
    }
    block(2001);
    read(2010);
    leave();
    block(1400);
    read(1410);
  }
  requests.hand_over();
  std::map<std::pair<SiteId, std::uint64_t>, int> count;
  for (const Taken& t : taken) ++count[{t.site, t.lanes}];
  const std::map<std::pair<SiteId, std::uint64_t>, int> expected = {
      {{2010, 3}, 2}, {{2010, 1}, 1}, {{2010, 2}, 1}, {{1410, 3}, 1}};
  EXPECT_EQ(count, expected);
}

TEST_F(Grouping, SeparatesWhatABarrierSeparates) {
  begin(2);
  begin_thread(0, 1000);
  block(1001);
  read(1010);
  begin_thread(1, 1000);
  block(1001);
  requests.arrive(0);
  requests.arrive(1);
  EXPECT_EQ(taken.size(), 1u);
  requests.resume(0);
  requests.resume(1);
  read(1010);
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 1, 4}, {1010, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// A loop that is no step back to an earlier address: each pass is a request of its own all the
// same.
TEST_F(Grouping, CountsWhereItCannotTellIterations) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k < 3; ++k) read(1010);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 3, 4}, {1010, 3, 4}, {1010, 3, 4}};
  EXPECT_EQ(taken, expected);
}

// Two rounds of a loop in lane 1 before the barrier, one in lane 0: what follows in the loop is in
// different rounds, what follows behind it is not.
TEST_F(Grouping, KeepsLanesApartThatCameToABarrierInDifferentIterations) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    for (unsigned k = 0; k <= thread; ++k) block(1100);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    block(1150);
    read(1160);
    block(1100);
    block(1200);
    read(1210);
    requests.end_thread(thread);
  }
  const std::vector<Taken> expected = {{1160, 1, 4}, {1210, 3, 4}, {1160, 2, 4}};
  EXPECT_EQ(taken, expected);
}

// A lane that goes on for very long is taken by itself, and the next one begins anew.
TEST_F(Grouping, HoldsBackOnlySoMuch) {
  constexpr unsigned rounds = (1u << 18) + 10;
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    for (unsigned k = 0; k < rounds; ++k) {
      block(1100);
      read(1110);
    }
  }
  requests.hand_over();
  EXPECT_GT(taken.size(), std::size_t{rounds});
  std::array<unsigned, 2> accesses{};
  for (const Taken& t : taken)
    for (unsigned lane = 0; lane < 2; ++lane) accesses[lane] += t.lanes >> lane & 1;
  EXPECT_EQ(accesses[0], rounds);
  EXPECT_EQ(accesses[1], rounds);
}

// A function with a barrier in it, called from two places: what follows the barrier is the same,
// but not at the same place.
TEST_F(Grouping, TellsSitesApartByTheCallsAroundThem) {
  begin(2);
  for (unsigned thread = 0; thread < 2; ++thread) {
    begin_thread(thread, 1000);
    block(1001);
    call(2000, 1110);
    block(2001);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    context = 100;
    block(2100);
    read(2110);
    leave();
    call(2000, 1210);
    block(2001);
    requests.arrive(thread);
  }
  for (unsigned thread = 0; thread < 2; ++thread) requests.resume(thread);
  for (unsigned thread = 0; thread < 2; ++thread) {
    requests.run(thread);
    context = 200;
    block(2100);
    read(2110);
  }
  requests.hand_over();
  const std::vector<Taken> expected = {{2210, 3, 4}, {2310, 3, 4}};
  EXPECT_EQ(taken, expected);
}

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
  // The same for all lanes: what the source looks like.
  unsigned shape(std::uintptr_t code, unsigned below) const { return hash(code, 0) % below; }
  // What a lane decides there for the n-th time.
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
  // The body again and again at the same addresses; behind it, each time, the condition.
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

// What Requests is to find of a warp, by following each lane alone.
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

TEST_F(Grouping, TakesCopiesApartAsTheirAddressesAllow) {
  begin(1);
  begin_thread(0, 1000);
  read(1010, 24, 0x1010);
  read(1020, 48, 0x1010);
  requests.hand_over();
  const std::vector<Taken> expected = {{1010, 1, 8},  {1010, 1, 8},  {1010, 1, 8},
                                       {1020, 1, 16}, {1020, 1, 16}, {1020, 1, 16}};
  EXPECT_EQ(taken, expected);
}

}  // namespace
}  // namespace hip_cpu::check
