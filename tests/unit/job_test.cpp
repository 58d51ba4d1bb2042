// Jobs and events survive the way through a pipe, and nothing else is taken for one.
#include "engine/protocol/job.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace hippuzzle {
namespace {

constexpr uint64_t most64 = std::numeric_limits<uint64_t>::max();
constexpr uint32_t most32 = std::numeric_limits<uint32_t>::max();

Job sample_job() {
  Job job{"p16", "tiled", "cpu",       "warp32 sm_90", "/lib/cpu/p16.so", "/lib/device \"cpu\".so",
          3,     {},      std::nullopt};
  JobCase c = {};
  c.configuration = {{1, 2, 3}, {4, 5, 6}, most32};
  c.extents = {{9, 0, most64, 1}};
  c.poison_output = true;
  c.buffers = {{0, 324, true, "output", HIPPUZZLE_BF16, {2, {9, 18}}},
               {most64, most64, false, "a \"quoted\" name"}};
  c.limits = {{HIP_CPU_SHARED_WRITES, 1, most64}};
  job.cases = {c, {}};
  job.check = true;
  job.max_steps = most64;
  job.count = true;
  job.trace = TraceRequest{{1, 0, most32}};
  job.bare = true;
  job.returns = true;
  job.most_seconds = most32;
  job.quiet = true;
  return job;
}

Event sample_event() {
  Event event;
  event.kind = Event::Kind::case_done;
  event.device_name = "NVIDIA H200";
  event.architecture = "sm_90";
  event.driver = "CUDA 13.0";
  event.toolkit = "HIP 5.2 on CUDA 13.0";
  event.index = 7;
  event.milliseconds = 0.1;
  event.damage = {{2, {true, 3, 4}}, {0, {false, most64, 1}}};
  event.changed_inputs = {1, most32};
  event.addresses = {0, most64};
  event.outcome = Outcome::unsupported;
  event.sentence = "two\nlines, \"quotes\" and µ";
  return event;
}

TEST(Job, SurvivesEncoding) {
  const Job job = decode_job(encode(sample_job()));
  const Job expected = sample_job();
  EXPECT_EQ(job.id, expected.id);
  EXPECT_EQ(job.variant, expected.variant);
  EXPECT_EQ(job.platform, expected.platform);
  EXPECT_EQ(job.required, expected.required);
  EXPECT_EQ(job.module, expected.module);
  EXPECT_EQ(job.runtime, expected.runtime);
  EXPECT_EQ(job.device, expected.device);
  ASSERT_EQ(job.cases.size(), 2u);

  const JobCase& c = job.cases[0];
  EXPECT_EQ(c.configuration.grid.x, 1u);
  EXPECT_EQ(c.configuration.grid.y, 2u);
  EXPECT_EQ(c.configuration.grid.z, 3u);
  EXPECT_EQ(c.configuration.block.x, 4u);
  EXPECT_EQ(c.configuration.block.y, 5u);
  EXPECT_EQ(c.configuration.block.z, 6u);
  EXPECT_EQ(c.configuration.shared_bytes, most32);
  EXPECT_EQ(c.extents.n[0], 9u);
  EXPECT_EQ(c.extents.n[2], most64);
  EXPECT_EQ(c.extents.n[3], 1u);
  EXPECT_TRUE(c.poison_output);
  ASSERT_EQ(c.buffers.size(), 2u);
  EXPECT_EQ(c.buffers[0].bytes, 324u);
  EXPECT_TRUE(c.buffers[0].output);
  EXPECT_EQ(c.buffers[1].offset, most64);
  EXPECT_FALSE(c.buffers[1].output);
  EXPECT_EQ(c.buffers[0].name, "output");
  EXPECT_EQ(c.buffers[1].name, "a \"quoted\" name");
  EXPECT_TRUE(job.cases[1].buffers.empty());
  EXPECT_TRUE(job.check);
  EXPECT_EQ(job.max_steps, most64);
  EXPECT_TRUE(job.count);
  ASSERT_EQ(c.limits.size(), 1u);
  EXPECT_EQ(c.limits[0].what, HIP_CPU_SHARED_WRITES);
  EXPECT_EQ(c.limits[0].in_all, 1u);
  EXPECT_EQ(c.limits[0].most, most64);
  EXPECT_EQ(c.buffers[0].type, HIPPUZZLE_BF16);
  EXPECT_EQ(c.buffers[0].shape.rank, 2u);
  EXPECT_EQ(c.buffers[0].shape.n[1], 18u);
  EXPECT_EQ(c.buffers[1].shape.rank, 0u);
  ASSERT_TRUE(job.trace.has_value());
  EXPECT_EQ(job.trace->block, (std::array<uint32_t, 3>{1, 0, most32}));
  EXPECT_TRUE(job.bare);
  EXPECT_TRUE(job.returns);
  EXPECT_EQ(job.most_seconds, most32);
  EXPECT_TRUE(job.quiet);
}

TEST(Event, SurvivesEncoding) {
  const Event event = decode_event(encode(sample_event()));
  const Event expected = sample_event();
  EXPECT_EQ(event.kind, expected.kind);
  EXPECT_EQ(event.device_name, expected.device_name);
  EXPECT_EQ(event.architecture, expected.architecture);
  EXPECT_EQ(event.driver, expected.driver);
  EXPECT_EQ(event.toolkit, expected.toolkit);
  EXPECT_EQ(event.index, expected.index);
  EXPECT_EQ(event.milliseconds, expected.milliseconds);
  ASSERT_EQ(event.damage.size(), 2u);
  EXPECT_EQ(event.damage[0].buffer, 2u);
  EXPECT_TRUE(event.damage[0].guard.before);
  EXPECT_EQ(event.damage[0].guard.first_offset, 3u);
  EXPECT_EQ(event.damage[0].guard.bytes, 4u);
  EXPECT_FALSE(event.damage[1].guard.before);
  EXPECT_EQ(event.damage[1].guard.first_offset, most64);
  EXPECT_EQ(event.changed_inputs, expected.changed_inputs);
  EXPECT_EQ(event.addresses, expected.addresses);
  EXPECT_EQ(event.outcome, expected.outcome);
  EXPECT_EQ(event.sentence, expected.sentence);
}

TEST(Job, APlanSurvivesEncoding) {
  Job job = sample_job();
  MeasuredItem item = {};
  item.variant = "tiled";
  item.required = "async-copy";
  item.vendor = VendorProduct{{1, most64, 3, 1, 2, 1, HIPPUZZLE_MATH_TF32},
                              HIPPUZZLE_F32,
                              HIPPUZZLE_F64,
                              HIPPUZZLE_I32,
                              "hipBLASLt"};
  item.configuration = {{1, 2, 3}, {4, 5, 6}, most32};
  item.extents = {{9, most64, 0, 1}};
  item.buffers = {{{5, most64}, most64, 8, true}, {{}, 0, 4, false}};
  job.plan = MeasurePlan{{item, {}}, 2, true, 0.4, 0.1, 0.005, 3, most32, true, most64};
  const Job decoded = decode_job(encode(job));
  ASSERT_TRUE(decoded.plan);
  const MeasurePlan& plan = *decoded.plan;
  EXPECT_EQ(plan.input_sets, 2u);
  EXPECT_TRUE(plan.cold);
  EXPECT_EQ(plan.sustained_seconds, 0.4);
  EXPECT_EQ(plan.budget_seconds, 0.1);
  EXPECT_EQ(plan.relative_error, 0.005);
  EXPECT_EQ(plan.least_samples, 3u);
  EXPECT_EQ(plan.most_samples, most32);
  EXPECT_TRUE(plan.launches_may_wait);
  EXPECT_EQ(plan.seed, most64);
  ASSERT_EQ(plan.items.size(), 2u);
  const MeasuredItem& i = plan.items[0];
  EXPECT_EQ(i.variant, "tiled");
  EXPECT_EQ(i.required, "async-copy");
  ASSERT_TRUE(i.vendor);
  EXPECT_EQ(i.vendor->shape.n, most64);
  EXPECT_EQ(i.vendor->shape.b, 2u);
  EXPECT_EQ(i.vendor->shape.b_transposed, 1);
  EXPECT_EQ(i.vendor->shape.math, HIPPUZZLE_MATH_TF32);
  EXPECT_EQ(i.vendor->b_type, HIPPUZZLE_F64);
  EXPECT_EQ(i.vendor->c_type, HIPPUZZLE_I32);
  EXPECT_EQ(i.vendor->library, "hipBLASLt");
  EXPECT_EQ(i.configuration.block.z, 6u);
  EXPECT_EQ(i.configuration.shared_bytes, most32);
  EXPECT_EQ(i.extents.n[1], most64);
  ASSERT_EQ(i.buffers.size(), 2u);
  EXPECT_EQ(i.buffers[0].offsets, (std::vector<uint64_t>{5, most64}));
  EXPECT_EQ(i.buffers[0].bytes, most64);
  EXPECT_EQ(i.buffers[0].element_bytes, 8u);
  EXPECT_TRUE(i.buffers[0].output);
  EXPECT_FALSE(plan.items[1].vendor);
  EXPECT_FALSE(decode_job(encode(sample_job())).plan);
}

TEST(Event, ALapSurvivesEncoding) {
  Event event;
  event.kind = Event::Kind::lap;
  event.index = 3;
  event.milliseconds = 1.5;
  event.samples = most64;
  event.unwritten = 7;
  event.settled = true;
  event.held = false;
  event.sensors = {1, 2, 3, 4, 5, "power", "580.1"};
  const Event lap = decode_event(encode(event));
  EXPECT_EQ(lap.kind, Event::Kind::lap);
  EXPECT_EQ(lap.index, 3u);
  EXPECT_EQ(lap.milliseconds, 1.5);
  EXPECT_EQ(lap.samples, most64);
  EXPECT_EQ(lap.unwritten, 7u);
  EXPECT_TRUE(lap.settled);
  EXPECT_FALSE(lap.held);
  EXPECT_EQ(lap.sensors.clock_mhz, 1);
  EXPECT_EQ(lap.sensors.power_w, 5);
  EXPECT_EQ(lap.sensors.throttled, "power");
  EXPECT_EQ(lap.sensors.driver, "580.1");
}

TEST(Event, WhatIsMeasuredSurvivesEncoding) {
  Event event;
  event.kind = Event::Kind::kept;
  event.unwritten = most64;
  event.input_set = most32;
  event.samples = 5;
  const Event kept = decode_event(encode(event));
  EXPECT_EQ(kept.unwritten, most64);
  EXPECT_EQ(kept.input_set, most32);
  EXPECT_EQ(kept.samples, 5u);
  event.kind = Event::Kind::sensors;
  event.sensors = {1980, 1981, 3201, 41.5, 300.25, "power thermal", "580.159"};
  const Sensors sensors = decode_event(encode(event)).sensors;
  EXPECT_EQ(sensors.clock_mhz, 1980);
  EXPECT_EQ(sensors.clock_limit_mhz, 1981);
  EXPECT_EQ(sensors.memory_clock_mhz, 3201);
  EXPECT_EQ(sensors.temperature_c, 41.5);
  EXPECT_EQ(sensors.power_w, 300.25);
  EXPECT_EQ(sensors.throttled, "power thermal");
  EXPECT_EQ(sensors.driver, "580.159");
}

TEST(Event, CarriesCounts) {
  Event event;
  event.kind = Event::Kind::counted;
  LaunchCounts& c = event.counts;
  c.kernel = "scan<float>";
  c.grid = {1, 2, most32};
  c.block = {4, 5, 6};
  c.warp_size = 64;
  c.complete = true;
  c.counted[HIP_CPU_GLOBAL_READS] = {1, 2, most64};
  c.counted[HIP_CPU_BANK_CONFLICTS] = {0, 0, 7};
  InstructionCounts i;
  i.access = HIP_CPU_ATOMIC;
  i.shared = true;
  i.bytes = 16;
  i.array = "tile";
  i.accesses = 1;
  i.requests = 2;
  i.partial = 3;
  i.sectors = 4;
  i.wavefronts = 5;
  i.conflicts = most64;
  i.frames = {{"/lib/a b.so", most64}};
  c.instructions = {i, {}};

  const LaunchCounts found = decode_event(encode(event)).counts;
  EXPECT_EQ(found.kernel, c.kernel);
  EXPECT_EQ(found.grid, c.grid);
  EXPECT_EQ(found.block, c.block);
  EXPECT_EQ(found.warp_size, 64u);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.counted[HIP_CPU_GLOBAL_READS].least, 1u);
  EXPECT_EQ(found.counted[HIP_CPU_GLOBAL_READS].most, 2u);
  EXPECT_EQ(found.counted[HIP_CPU_GLOBAL_READS].total, most64);
  EXPECT_EQ(found.counted[HIP_CPU_BANK_CONFLICTS].total, 7u);
  ASSERT_EQ(found.instructions.size(), 2u);
  const InstructionCounts& other = found.instructions[0];
  EXPECT_EQ(other.access, HIP_CPU_ATOMIC);
  EXPECT_TRUE(other.shared);
  EXPECT_EQ(other.bytes, 16u);
  EXPECT_EQ(other.array, "tile");
  EXPECT_EQ(other.accesses, 1u);
  EXPECT_EQ(other.requests, 2u);
  EXPECT_EQ(other.partial, 3u);
  EXPECT_EQ(other.sectors, 4u);
  EXPECT_EQ(other.wavefronts, 5u);
  EXPECT_EQ(other.conflicts, most64);
  ASSERT_EQ(other.frames.size(), 1u);
  EXPECT_EQ(other.frames[0].module, "/lib/a b.so");
  EXPECT_EQ(other.frames[0].offset, most64);
}

TEST(Event, CarriesAFinding) {
  Event event;
  event.kind = Event::Kind::finding;
  Finding& f = event.finding;
  f.kind = HIP_CPU_RACE;
  f.kernel = "scan<float>";
  f.array = "shared";
  f.shared = f.between_blocks = f.after_barrier = true;
  f.bytes = 4;
  f.array_bytes = 32;
  f.first = -4;
  f.last = 28;
  f.address = most64;
  f.count = most64;
  f.waiting = 1;
  f.threads = 2;
  f.missing = 3;
  f.detail = "two\nlines";
  f.limit = {HIP_CPU_BARRIERS, 1, most64};
  f.counted = 5;
  f.case_index = 9;
  FindingSide side;
  side.access = HIP_CPU_ATOMIC;
  side.block = {1, 2, 3};
  side.thread = {4, 5, most32};
  side.frames = {{"/lib/a b.so", most64}, {"", 0}};
  f.sides = {side, {}};

  const Finding found = decode_event(encode(event)).finding;
  EXPECT_EQ(found.kind, f.kind);
  EXPECT_EQ(found.kernel, f.kernel);
  EXPECT_EQ(found.limit.what, HIP_CPU_BARRIERS);
  EXPECT_EQ(found.limit.in_all, 1u);
  EXPECT_EQ(found.limit.most, most64);
  EXPECT_EQ(found.counted, 5u);
  EXPECT_EQ(found.array, f.array);
  EXPECT_TRUE(found.shared && found.between_blocks && found.after_barrier);
  EXPECT_EQ(found.bytes, f.bytes);
  EXPECT_EQ(found.array_bytes, f.array_bytes);
  EXPECT_EQ(found.first, f.first);
  EXPECT_EQ(found.last, f.last);
  EXPECT_EQ(found.address, f.address);
  EXPECT_EQ(found.count, f.count);
  EXPECT_EQ(found.waiting, f.waiting);
  EXPECT_EQ(found.threads, f.threads);
  EXPECT_EQ(found.missing, f.missing);
  EXPECT_EQ(found.detail, f.detail);
  EXPECT_EQ(found.case_index, f.case_index);
  ASSERT_EQ(found.sides.size(), 2u);
  EXPECT_EQ(found.sides[0].access, side.access);
  EXPECT_EQ(found.sides[0].block, side.block);
  EXPECT_EQ(found.sides[0].thread, side.thread);
  ASSERT_EQ(found.sides[0].frames.size(), 2u);
  EXPECT_EQ(found.sides[0].frames[0].module, side.frames[0].module);
  EXPECT_EQ(found.sides[0].frames[0].offset, side.frames[0].offset);
  EXPECT_TRUE(found.sides[1].frames.empty());
}

TEST(Event, RefusesAFindingThatIsNone) {
  Event event;
  event.kind = Event::Kind::finding;
  event.finding.kind = HIP_CPU_RACE;
  event.finding.sides.resize(1);
  const nlohmann::json right = nlohmann::json::parse(encode(event));
  ASSERT_NO_THROW(decode_event(right.dump()));
  const auto refuses = [&](const char* member, const nlohmann::json& value) {
    nlohmann::json wrong = right;
    wrong.at(nlohmann::json::json_pointer(member)) = value;
    EXPECT_THROW(decode_event(wrong.dump()), std::exception) << member << " " << value;
  };
  refuses("/finding/kind", 0);
  refuses("/finding/kind", HIP_CPU_LIMIT + 1);
  refuses("/finding/limit/0", HIP_CPU_COUNTED);
  refuses("/finding/sides/0/0", HIP_CPU_ATOMIC + 1);
  const nlohmann::json side = right.at("finding").at("sides").at(0);
  refuses("/finding/sides", {side, side, side});
}

TEST(Event, IsOneLineWhateverItsTextHolds) {
  Event event = sample_event();
  event.sentence = std::string("line\nbreak\r\0 and bytes that are no text: \xff\xfe", 44);
  const std::string line = encode(event);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NE(decode_event(line).sentence.find("line\nbreak"), std::string::npos);
}

TEST(Event, EveryKindAndOutcomeSurvives) {
  for (int kind = 0; kind <= static_cast<int>(Event::Kind::placed); ++kind) {
    Event event = sample_event();
    event.kind = static_cast<Event::Kind>(kind);
    EXPECT_EQ(decode_event(encode(event)).kind, event.kind);
  }
  for (int code : {1, 2, 3, 4, 5, 6, 77}) {
    Event event = sample_event();
    event.outcome = static_cast<Outcome>(code);
    EXPECT_EQ(decode_event(encode(event)).outcome, event.outcome);
  }
}

TEST(Event, RefusesWhatNoRunnerSays) {
  Event event = sample_event();
  event.kind = static_cast<Event::Kind>(static_cast<int>(Event::Kind::placed) + 1);
  EXPECT_THROW(decode_event(encode(event)), std::exception);
  event.kind = static_cast<Event::Kind>(-1);
  EXPECT_THROW(decode_event(encode(event)), std::exception);
  event = sample_event();
  event.outcome = static_cast<Outcome>(42);
  EXPECT_THROW(decode_event(encode(event)), std::exception);
  event.kind = Event::Kind::failed;
  event.outcome = Outcome::passed;  // would turn a failure into a pass
  EXPECT_THROW(decode_event(encode(event)), std::exception);
}

TEST(Encoding, CutOffAnywhereIsRefused) {
  const std::string job = encode(sample_job()), event = encode(sample_event());
  for (size_t size = 0; size < job.size(); ++size) {
    EXPECT_THROW(decode_job(job.substr(0, size)), std::exception) << size;
  }
  for (size_t size = 0; size < event.size(); ++size) {
    EXPECT_THROW(decode_event(event.substr(0, size)), std::exception) << size;
  }
}

TEST(Encoding, OtherTextIsRefused) {
  for (const std::string text :
       {"", "null", "[]", "{}", "0", "hello", "\xff\xfe", "{\"kind\": \"x\"}"}) {
    EXPECT_THROW(decode_job(text), std::exception) << text;
    EXPECT_THROW(decode_event(text), std::exception) << text;
  }
  EXPECT_THROW(decode_event(encode(sample_job())), std::exception);
  EXPECT_THROW(decode_job(encode(sample_event())), std::exception);
}

}  // namespace
}  // namespace hippuzzle
