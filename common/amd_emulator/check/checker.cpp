#include "amd_emulator/check/checker.hpp"

#include <algorithm>
#include <bit>

#include "amd_emulator/check/address_pattern.hpp"
#include "amd_emulator/check/hazard_check.hpp"
#include "amd_emulator/check/lds_check.hpp"
#include "amd_emulator/check/loads_into_lds.hpp"
#include "amd_emulator/check/register_check.hpp"
#include "amd_emulator/check/stores_under_way.hpp"
#include "amd_emulator/isa/places.hpp"

namespace hippuzzle::amd {

class CheckedWorkgroup : public WorkgroupObserver, public Reporter {
 public:
  explicit CheckedWorkgroup(Checker& checker) : checker_(checker) {}

  void start(const std::array<uint32_t, 3>& place, std::span<Wave> waves) override {
    const LaunchFacts& launch = checker_.launch_;
    place_ = place;
    number_ = (place[2] * launch.grid[1] + place[1]) * launch.grid[0] + place[0];
    registers_.resize(waves.size());
    hazards_.resize(waves.size(), HazardCheck(launch.target));
    for (size_t k = 0; k < waves.size(); ++k) registers_[k].start(launch, waves[k].lanes);
    for (HazardCheck& one : hazards_) one.start();
    stores_.resize(waves.size());
    for (StoresUnderWay& one : stores_) one.start();
    lds_.start(launch, waves.size());
    loads_.start();
  }

  // Most instructions are quiet, touch what is in order, and are done with here.
  void before(Wave& wave, const Instruction& i) override {
    const Effects& e = *i.effects;
    if (i.second != nullptr || !registers_[wave.number].is_in_order(e)) return look_at(wave, i);
    hazards_[wave.number].before(wave, i, *this);
  }

  void barrier(std::span<Wave> waves) override {
    checker_.doubtful_.settle(number_, [&](Finding f) { checker_.add(std::move(f)); });
    lds_.barrier();
    patterns_.drop_retired();
    const auto has_ended = [](const Wave& w) { return w.state == Wave::State::ended; };
    const auto waiting = std::ranges::find_if_not(waves, has_ended);
    const auto missing = std::ranges::find_if(waves, has_ended);
    if (missing == waves.end() || waiting == waves.end()) return;
    Finding f;
    f.kind = Finding::Kind::barrier;
    for (const Wave& w : waves) {
      f.threads += threads_of(w);
      (has_ended(w) ? f.missing : f.waiting) += threads_of(w);
    }
    f.sides.resize(2);
    f.sides[1].block = place_;
    f.sides[1].thread = thread(missing->number * missing->lanes);
    report(std::move(f), *waiting, 0, *(waiting->next - 1));
  }

  void report(Finding f, const Wave& wave, unsigned lane, const Instruction& i) override {
    f.kernel = checker_.launch_.kernel;
    if (f.sides.empty()) f.sides.resize(1);
    Finding::Side& now = f.sides[0];
    now.access = i.effects->memory.kind;
    now.block = place_;
    now.thread = thread(wave.number * wave.lanes + lane);
    now.address = i.address;
    now.text = i.effects->text;
    if (f.sides.size() > 1 && f.sides[1].access != MemoryAccess::Kind::none) {
      Finding::Side& earlier = f.sides[1];
      earlier.thread = thread(earlier.thread[0]);
      earlier.block = f.between_blocks ? block(earlier.block[0]) : place_;
    } else if (f.sides.size() > 1 && f.kind != Finding::Kind::barrier) {
      f.sides[1].block = place_;
      f.sides[1].thread = now.thread;
    }
    if (f.doubt.read == nullptr) return checker_.add(std::move(f));
    if (f.is_local) f.doubt.workgroup = number_;
    checker_.doubtful_.add(std::move(f));
  }

 private:
  [[gnu::noinline]] void look_at(Wave& wave, const Instruction& i) {
    if (i.second != nullptr) {
      before(wave, *i.inner);
      return before(wave, *i.second);
    }
    const Effects& e = *i.effects;
    RegisterCheck& registers = registers_[wave.number];
    registers.before(wave, i, *this);
    if (!loads_.is_idle()) end_loads(wave, registers.under_way());
    hazards_[wave.number].before(wave, i, *this);
    if (e.is_quiet) return;
    if (e.is_barrier && registers_.size() > 1) check_stores(wave, i, registers);
    if (e.memory.kind != MemoryAccess::Kind::none) check_memory(wave, i);
  }

  std::array<uint32_t, 3> thread(uint32_t number) const {
    const auto& block = checker_.launch_.block;
    return {number % block[0], number / block[0] % block[1], number / block[0] / block[1]};
  }
  std::array<uint32_t, 3> block(uint32_t number) const {
    const auto& grid = checker_.launch_.grid;
    return {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
  }
  uint32_t threads_of(const Wave& w) const {
    const auto& block = checker_.launch_.block;
    const uint32_t all = block[0] * block[1] * block[2];
    return std::min(all - w.number * w.lanes, w.lanes);
  }

  // Others may read LDS before it is written, and memory where they have another cache.
  void check_stores(const Wave& wave, const Instruction& i, const RegisterCheck& registers) {
    const ResultsUnderWay& under_way = registers.under_way();
    if (const Instruction* store = under_way.local_store())
      report_store(wave, i, *store, "s_waitcnt lgkmcnt(0)");
    if (!checker_.launch_.is_spread) return;
    if (const Instruction* store = under_way.store())
      report_store(wave, i, *store, "s_waitcnt_vscnt null, 0x0");
  }
  void report_store(const Wave& wave, const Instruction& i, const Instruction& store,
                    const char* wait) {
    Finding f;
    f.kind = Finding::Kind::too_early;
    f.detail = "'s_barrier' is met while '" + store.effects->text + "' is still under way; " +
               wait + " has to come first";
    f.sides.resize(2);
    f.sides[1].address = store.address;
    f.sides[1].text = store.effects->text;
    report(std::move(f), wave, 0, i);
  }

  template <class Body>
  static void for_lanes(const Wave& w, Body body) {
    for (uint64_t on = w.exec(); on != 0; on &= on - 1)
      body(static_cast<unsigned>(std::countr_zero(on)));
  }

  void check_memory(Wave& w, const Instruction& i) {
    const MemoryAccess& m = i.effects->memory;
    const unsigned address = m.address_operand;
    const uint16_t data = i.operands[address + 1u].index;
    switch (m.space) {
      case MemoryAccess::Space::local:
        return check_local(w, i);
      case MemoryAccess::Space::global: {
        if (m.into_local) begin_load(w, i);
        const GlobalPlace place(w, i, address);
        begin_global(w, i);
        if (m.is_plain_read() && reads_together(w, i, place)) return;
        return for_lanes(w, [&](unsigned l) {
          settle_doubt(w, i, false, place.address(l));
          checker_.global_.access(w, i, l, place.address(l), m.bytes, data, *this);
        });
      }
      case MemoryAccess::Space::flat: {
        const FlatPlace place(w, i, address);
        begin_global(w, i);
        lds_.begin(w, i);
        return for_lanes(w, [&](unsigned l) {
          const uint64_t a = place.address(l);
          if (a >> 32 == shared_aperture) {
            settle_doubt(w, i, true, static_cast<uint32_t>(a));
            look_for_loads(w, i, l, static_cast<uint32_t>(a));
            lds_.access(w, i, l, static_cast<uint32_t>(a), data, *this);
          } else if (a >> 32 != private_aperture) {
            settle_doubt(w, i, false, a);
            checker_.global_.access(w, i, l, a, m.bytes, data, *this);
          }
        });
      }
      case MemoryAccess::Space::uniform:
        checker_.global_.begin(number_);
        return checker_.global_.access(w, i, 0, uniform_address(w, i), m.bytes, 0, *this);
      case MemoryAccess::Space::buffer:
        return check_buffer(w, i);
      case MemoryAccess::Space::private_memory:
        return;  // bounds are part of executing it
    }
  }

  void settle_doubt(const Wave& w, const Instruction& i, bool is_local, uint64_t address) {
    DoubtfulReads& doubtful = checker_.doubtful_;
    if (!doubtful.is_empty()) doubtful.look_at(i, number_, w.number, is_local, address);
  }

  // Bytes beyond the descriptor's buffer are not accessed.
  void check_buffer(Wave& w, const Instruction& i) {
    const MemoryAccess& m = i.effects->memory;
    if (m.into_local) begin_load(w, i);
    const BufferPlace place(w, i, m.address_operand);
    if (place.is_private) return;
    begin_global(w, i);
    for_lanes(w, [&](unsigned l) {
      if (const auto address = place.address(l, m.bytes))
        checker_.global_.access(w, i, l, *address, m.bytes, i.operands[0].index, *this);
    });
  }

  // Others learn from a flag that it sets only of stores that have ended.
  void begin_global(const Wave& w, const Instruction& i) {
    const uint32_t now = checker_.global_.begin(number_);
    const MemoryAccess::Kind kind = i.effects->memory.kind;
    if (kind == MemoryAccess::Kind::read) return;
    StoresUnderWay& stores = stores_[w.number];
    const ResultsUnderWay& under_way = registers_[w.number].under_way();
    if (const auto first = stores.first(under_way)) checker_.global_.release_before(*first);
    if (kind == MemoryAccess::Kind::write) stores.begin(i, under_way, now);
  }

  // Whether there is nothing to find in what all lanes together read.
  bool reads_together(const Wave& w, const Instruction& i, const GlobalPlace& place) {
    if (place.low == nullptr) return false;
    const AddressPattern* pattern = patterns_.find(w, i, *place.low);
    if (pattern == nullptr) return false;
    const uint32_t lowest = place.low->lane[pattern->first_lane];
    const int64_t word = lowest / 4;  // of the lower halves: their upper ones have to be alike
    if (lowest % 4 != 0 || word + pattern->least < 0 || word + pattern->end > int64_t{1} << 30)
      return false;
    uint64_t base = place.base + lowest;
    if (place.high != nullptr) {
      const uint32_t upper = place.high->lane[pattern->first_lane];
      if (!all_active_are(w, *place.high, upper)) return false;
      base += static_cast<uint64_t>(upper) << 32;
    }
    return base % 4 == 0 && checker_.global_.read_quietly(w, i, *pattern, base);
  }
  static bool all_active_are(const Wave& w, const Row& row, uint32_t value) {
    const uint64_t exec = w.exec();
    uint32_t others = 0;
    for (unsigned begin = 0; begin < most_lanes; begin += half) {
      const auto on = static_cast<uint32_t>(exec >> begin);
      for (unsigned l = 0; l < half; ++l) others |= (row.lane[begin + l] ^ value) & -(on >> l & 1);
    }
    return others == 0;
  }

  // A load from memory to LDS writes there at some time before its end; its reads are checked as
  // those of other loads.
  void begin_load(const Wave& w, const Instruction& i) {
    const uint32_t base = local_base(w, i);
    uint64_t lanes = 0;
    lds_.begin(w, i);
    for_lanes(w, [&](unsigned l) {
      const uint32_t at = base + 4 * l;
      lds_.load(w, i, l, at, *this);
      if (uint64_t{at} + 4 <= checker_.launch_.lds_bytes) lanes |= uint64_t{1} << l;
    });
    loads_.begin({.by = &i,
                  .wave = w.number,
                  .number = registers_[w.number].under_way().memory_issued(),
                  .begin = base,
                  .lanes = lanes});
  }
  void end_loads(const Wave& w, const ResultsUnderWay& under_way) {
    while (const auto load = loads_.take_ended(w.number, under_way.memory_done())) {
      lds_.begin(w, *load->by);
      for (uint64_t on = load->lanes; on != 0; on &= on - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(on));
        lds_.load(w, *load->by, l, load->begin + 4 * l, *this);
      }
    }
  }
  // Looks for loads that have yet to write to LDS, before a lane accesses it.
  void look_for_loads(const Wave& w, const Instruction& i, unsigned lane, uint32_t address) {
    if (loads_.is_idle()) return;
    const auto load = loads_.take_writer_of(address, i.effects->memory.bytes);
    if (!load) return;
    Finding f;
    f.kind = Finding::Kind::too_early;
    f.detail = "'" + i.effects->text + "' accesses LDS that '" + load->by->effects->text +
               "' has yet to write; s_waitcnt vmcnt has to come first" +
               (load->wave == w.number ? "" : ", and a barrier behind it");
    f.sides.resize(2);
    f.sides[1].access = MemoryAccess::Kind::write;
    f.sides[1].address = load->by->address;
    f.sides[1].text = load->by->effects->text;
    f.sides[1].thread[0] = load->wave * w.lanes;
    report(std::move(f), w, lane, i);
  }

  void check_local(const Wave& w, const Instruction& i) {
    const MemoryAccess& m = i.effects->memory;
    const Row& address = w.rows[i.operands[m.address_operand].index];
    const AddressPattern* pattern = patterns_.find(w, i, address);
    if (patterns_.retired() > most_retired) {
      lds_.note_reads();
      patterns_.drop_retired();
    }
    if (!loads_.is_idle() || !checker_.doubtful_.is_empty()) {
      for_lanes(w, [&](unsigned l) {
        for (unsigned k = 0; k < m.addresses; ++k) {
          settle_doubt(w, i, true, address.lane[l] + m.offsets[k]);
          look_for_loads(w, i, l, address.lane[l] + m.offsets[k]);
        }
      });
    }
    lds_.begin(w, i);
    for (unsigned k = 0; k < m.addresses; ++k) {
      const uint16_t data = i.operands[m.address_operand + 1u + k].index;
      lds_.access(w, i, address, pattern, m.offsets[k], data, *this);
    }
  }

  static constexpr size_t most_retired = 256;

  Checker& checker_;
  std::array<uint32_t, 3> place_ = {};
  uint32_t number_ = 0;  // in the grid
  std::vector<RegisterCheck> registers_;
  std::vector<HazardCheck> hazards_;
  std::vector<StoresUnderWay> stores_;
  AddressPatterns patterns_;
  LdsCheck lds_;
  LoadsIntoLds loads_;
};

const std::vector<Finding>& Checker::findings() {
  doubtful_.settle_all([&](Finding f) { add(std::move(f)); });
  return findings_;
}

void Checker::begin(const LaunchFacts& launch) {
  static_cast<void>(findings());
  launch_ = launch;
  ++launch_count_;
  global_.start(launch);
}

std::unique_ptr<WorkgroupObserver> Checker::watch() {
  return std::make_unique<CheckedWorkgroup>(*this);
}

void Checker::add(Finding f) {
  const Key key{f.kind, f.kernel, f.sides[0].address, f.sides.size() > 1 ? f.sides[1].address : 0};
  const auto [known, is_new] = known_.try_emplace(key, findings_.size());
  if (is_new) return findings_.push_back(std::move(f));
  ++findings_[known->second].count;
}

}  // namespace hippuzzle::amd
