#include "engine/protocol/job.hpp"

#include <nlohmann/json.hpp>

#include "engine/protocol/configuration_json.hpp"
#include "engine/protocol/counts_json.hpp"
#include "engine/protocol/finding_json.hpp"
#include "engine/support/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const JobCase& c) {
  json buffers = json::array(), limits = json::array();
  for (const hip_cpu_limit& l : c.limits) {
    limits.push_back({static_cast<int>(l.what), l.in_all, l.most});
  }
  for (const JobBuffer& b : c.buffers) {
    buffers.push_back({b.offset, b.bytes, b.output, b.name, static_cast<int>(b.type),
                       std::vector<uint64_t>(b.shape.n, b.shape.n + b.shape.rank)});
  }
  return {{"configuration", configuration_json(c.configuration)},
          {"extents", c.extents.n},
          {"poison", c.poison_output},
          {"buffers", buffers},
          {"limits", limits}};
}

hippuzzle_type to_type(int number) {
  if (number < HIPPUZZLE_F32 || number > HIPPUZZLE_BF16)
    throw std::runtime_error("an unknown type");
  return static_cast<hippuzzle_type>(number);
}

hippuzzle_shape to_shape(const json& extents) {
  hippuzzle_shape shape = {};
  if (extents.size() > std::size(shape.n)) throw std::runtime_error("a shape of too many extents");
  for (const json& extent : extents) shape.n[shape.rank++] = extent;
  return shape;
}

json to_json(const std::optional<TraceRequest>& trace) {
  return trace ? json{{"block", trace->block}} : json();
}

JobCase to_case(const json& j) {
  JobCase c = {};
  c.configuration = to_configuration(j.at("configuration"));
  for (size_t i = 0; i < std::size(c.extents.n); ++i) c.extents.n[i] = j.at("extents").at(i);
  c.poison_output = j.at("poison");
  for (const json& b : j.at("buffers")) {
    c.buffers.push_back({b.at(0), b.at(1), b.at(2), b.at(3), to_type(b.at(4)), to_shape(b.at(5))});
  }
  for (const json& l : j.at("limits")) {
    c.limits.push_back({static_cast<hip_cpu_counted>(l.at(0).get<int>()), l.at(1), l.at(2)});
  }
  return c;
}

bool has_sensors(Event::Kind kind) {
  return kind == Event::Kind::sensors || kind == Event::Kind::lap;
}

json to_json(const Sensors& s) {
  return {s.clock_mhz, s.clock_limit_mhz, s.memory_clock_mhz, s.temperature_c, s.power_w,
          s.throttled, s.driver};
}

Sensors to_sensors(const json& j) {
  return {j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5), j.at(6)};
}

Event::Kind to_kind(int number) {
  if (number < 0 || number > static_cast<int>(Event::Kind::placed)) {
    throw std::runtime_error("an event of an unknown kind");
  }
  return static_cast<Event::Kind>(number);
}

Outcome to_outcome(int number) {
  const auto outcome = static_cast<Outcome>(number);
  if (to_string(outcome) == "unknown") throw std::runtime_error("an unknown outcome");
  return outcome;
}

json to_json(const std::optional<Advice>& advice) {
  return advice ? json{static_cast<int>(advice->kind), advice->puzzle} : json();
}

std::optional<Advice> to_advice(const json& j) {
  if (j.is_null()) return std::nullopt;
  const int kind = j.at(0);
  if (kind < 0 || kind > static_cast<int>(Advice::read_lesson)) {
    throw std::runtime_error("advice of an unknown kind");
  }
  return Advice{static_cast<Advice::Kind>(kind), j.at(1)};
}

}  // namespace

std::string encode(const Job& job) {
  json cases = json::array();
  for (const JobCase& c : job.cases) cases.push_back(to_json(c));
  return to_line({{"id", job.id},
                  {"variant", job.variant},
                  {"platform", job.platform},
                  {"required", job.required},
                  {"module", job.module},
                  {"runtime", job.runtime},
                  {"device", job.device},
                  {"cases", cases},
                  {"plan", job.plan ? to_json(*job.plan) : json()},
                  {"check", job.check},
                  {"max_steps", job.max_steps},
                  {"count", job.count},
                  {"trace", to_json(job.trace)},
                  {"bare", job.bare},
                  {"returns", job.returns},
                  {"most_seconds", job.most_seconds},
                  {"quiet", job.quiet}});
}

Job decode_job(const std::string& line) {
  const json j = parse_json(line);
  Job job{j.at("id"),     j.at("variant"), j.at("platform"),  j.at("required"),
          j.at("module"), j.at("runtime"), j.at("device"),    {},
          std::nullopt,   j.at("check"),   j.at("max_steps"), j.at("count"),
          std::nullopt,   j.at("bare"),    j.at("returns"),   j.at("most_seconds"),
          j.at("quiet")};
  for (const json& c : j.at("cases")) job.cases.push_back(to_case(c));
  if (!j.at("plan").is_null()) job.plan = to_measure_plan(j.at("plan"));
  if (const json& trace = j.at("trace"); !trace.is_null())
    job.trace = TraceRequest{trace.at("block")};
  return job;
}

std::string encode(const Event& event) {
  json damage = json::array();
  for (const BufferDamage& d : event.damage) {
    damage.push_back({d.buffer, d.guard.before, d.guard.first_offset, d.guard.bytes});
  }
  json j = {{"kind", static_cast<int>(event.kind)},
            {"name", event.device_name},
            {"architecture", event.architecture},
            {"driver", event.driver},
            {"toolkit", event.toolkit},
            {"multiprocessors", event.multiprocessors},
            {"index", event.index},
            {"milliseconds", event.milliseconds},
            {"damage", damage},
            {"addresses", event.addresses},
            {"changed", event.changed_inputs},
            {"outcome", static_cast<int>(event.outcome)},
            {"sentence", event.sentence},
            {"advice", to_json(event.advice)},
            {"unwritten", event.unwritten},
            {"input_set", event.input_set},
            {"samples", event.samples},
            {"held", event.held},
            {"settled", event.settled}};
  if (has_sensors(event.kind)) j["sensors"] = to_json(event.sensors);
  if (event.kind == Event::Kind::finding) j["finding"] = to_json(event.finding);
  if (event.kind == Event::Kind::counted) j["counts"] = to_json(event.counts);
  // A driver's text may hold anything; it must not be able to break the stream.
  return to_line(j);
}

Event decode_event(const std::string& line) {
  const json j = parse_json(line);
  Event event;
  event.kind = to_kind(j.at("kind"));
  event.device_name = j.at("name");
  event.architecture = j.at("architecture");
  event.driver = j.at("driver");
  event.toolkit = j.at("toolkit");
  event.multiprocessors = j.at("multiprocessors");
  event.index = j.at("index");
  event.milliseconds = j.at("milliseconds");
  for (const json& d : j.at("damage")) {
    event.damage.push_back({d.at(0), {d.at(1), d.at(2), d.at(3)}});
  }
  event.addresses = j.at("addresses").get<std::vector<uint64_t>>();
  event.changed_inputs = j.at("changed").get<std::vector<uint32_t>>();
  event.outcome = to_outcome(j.at("outcome"));
  event.sentence = j.at("sentence");
  event.advice = to_advice(j.at("advice"));
  event.unwritten = j.at("unwritten");
  event.input_set = j.at("input_set");
  event.samples = j.at("samples");
  event.held = j.at("held");
  event.settled = j.at("settled");
  if (has_sensors(event.kind)) event.sensors = to_sensors(j.at("sensors"));
  if (event.kind == Event::Kind::finding) event.finding = finding_from_json(j.at("finding"));
  if (event.kind == Event::Kind::counted) event.counts = launch_counts_from_json(j.at("counts"));
  if (event.kind == Event::Kind::failed && event.outcome == Outcome::passed) {
    throw std::runtime_error("a failure that passed");
  }
  return event;
}

}  // namespace hippuzzle
