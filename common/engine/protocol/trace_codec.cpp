// The trace's document. The runner also sends it to the judge.
#include "engine/protocol/trace_codec.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/results/names.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// JSON has no infinity and no NaN.
json to_json(const TracedValue& value) {
  if (!value) return nullptr;
  if (std::isnan(*value)) return "NaN";
  if (std::isinf(*value)) return *value > 0 ? "Infinity" : "-Infinity";
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::trunc(*value) == *value && std::abs(*value) < exact) return static_cast<int64_t>(*value);
  return *value;
}

TracedValue value_from(const json& j) {
  if (j.is_null()) return std::nullopt;
  if (!j.is_string()) return j.get<double>();
  if (j == "NaN") return std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  if (j != "Infinity" && j != "-Infinity") throw std::runtime_error("an unknown number");
  return j == "Infinity" ? infinity : -infinity;
}

template <class T, class Convert>
json list(const std::vector<T>& items, const Convert& convert) {
  json result = json::array();
  for (const T& item : items) result.push_back(convert(item));
  return result;
}

json values(const std::vector<TracedValue>& items) {
  return list(items, [](const TracedValue& v) { return to_json(v); });
}

std::vector<TracedValue> values_from(const json& j) {
  std::vector<TracedValue> items;
  for (const json& item : j) items.push_back(value_from(item));
  return items;
}

json to_json(const SourcePlace& p) {
  return {{"file", p.file}, {"line", p.line}, {"function", p.function}, {"source", p.text}};
}

json to_json(const TracedArray& a) {
  return {{"name", a.name},
          {"space", a.shared ? "shared" : "global"},
          {"type", a.type},
          {"shape", a.shape},
          {"inputs", list(a.inputs, [](double v) { return to_json(TracedValue(v)); })}};
}

json to_json(const TracedAccess& a) {
  json j = {{"thread", a.thread}, {"place", a.place},     {"access", word_of(a.access)},
            {"array", a.array},   {"element", a.element}, {"values", values(a.values)}};
  if (!a.before.empty()) j["before"] = values(a.before);
  return j;
}

json to_json(const TracedRequest& r) {
  return {{"warp", r.warp},
          {"place", r.place},
          {"access", word_of(r.access)},
          {"bytes", r.bytes},
          {"threads", r.threads},
          {"arrays", r.arrays},
          {"elements", r.elements},
          {r.shared ? "wavefronts" : "sectors", r.cost},
          {"least", r.least}};
}

json to_json(const TracedMeeting& m) {
  json j = {{"warp", m.warp},
            {"place", m.place},
            {"operation", m.is_vote ? "vote" : "shuffle"},
            {"lanes", m.lanes}};
  j[m.is_vote ? "votes" : "from"] = m.is_vote ? m.votes : m.sources;
  return j;
}

// Phases without warp operations have no member for them.
json to_json(const TracedPhase& p) {
  json j = {{"threads", list(p.threads,
                             [](const TracedThread& t) {
                               return json{{"state", word_of(t.state)}, {"place", t.place}};
                             })},
            {"accesses", list(p.accesses, [](const TracedAccess& a) { return to_json(a); })},
            {"requests", list(p.requests, [](const TracedRequest& r) { return to_json(r); })},
            {"shared", list(p.shared, values)},
            {"variables", list(p.variables, values)}};
  if (!p.meetings.empty())
    j["warp_operations"] = list(p.meetings, [](const TracedMeeting& m) { return to_json(m); });
  return j;
}

json to_json(const TracedLaunch& l) {
  return {{"kernel", l.kernel},
          {"grid", l.grid},
          {"block", l.shown},
          {"threads", l.block},
          {"warp_lanes", l.warp_lanes},
          {"dynamic_shared_bytes", l.dynamic_shared_bytes},
          {"has_block", l.has_block},
          {"cut", l.is_cut},
          {"recorded", {{"first", l.first_thread}, {"count", l.recorded_threads}}},
          {"places", list(l.places, [](const SourcePlace& p) { return to_json(p); })},
          {"arrays", list(l.arrays, [](const TracedArray& a) { return to_json(a); })},
          {"variables", list(l.variables,
                             [](const TracedVariable& v) {
                               return json{{"name", v.name}, {"type", v.type}, {"shape", v.shape}};
                             })},
          {"phases", list(l.phases, [](const TracedPhase& p) { return to_json(p); })}};
}

TracedAccess access_from(const json& j) {
  return {j.at("thread"),
          j.at("place"),
          named<Access>(j.at("access").get<std::string>()),
          j.at("array"),
          j.at("element"),
          values_from(j.at("values")),
          j.contains("before") ? values_from(j.at("before")) : std::vector<TracedValue>()};
}

TracedRequest request_from(const json& j) {
  return {j.at("warp"),
          j.at("place"),
          named<Access>(j.at("access").get<std::string>()),
          j.contains("wavefronts"),
          j.at("bytes"),
          j.at("threads").get<std::vector<uint32_t>>(),
          j.at("arrays").get<std::vector<uint32_t>>(),
          j.at("elements").get<std::vector<uint64_t>>(),
          j.at(j.contains("sectors") ? "sectors" : "wavefronts"),
          j.at("least")};
}

TracedMeeting meeting_from(const json& j) {
  TracedMeeting m;
  m.warp = j.at("warp");
  m.place = j.at("place");
  m.is_vote = j.at("operation") == "vote";
  m.lanes = j.at("lanes").get<std::vector<uint32_t>>();
  (m.is_vote ? m.votes : m.sources) =
      j.at(m.is_vote ? "votes" : "from").get<std::vector<uint32_t>>();
  return m;
}

TracedPhase phase_from(const json& j) {
  TracedPhase p;
  for (const json& t : j.at("threads"))
    p.threads.push_back({named<ThreadState>(t.at("state").get<std::string>()), t.at("place")});
  for (const json& a : j.at("accesses")) p.accesses.push_back(access_from(a));
  for (const json& r : j.at("requests")) p.requests.push_back(request_from(r));
  if (j.contains("warp_operations"))
    for (const json& m : j.at("warp_operations")) p.meetings.push_back(meeting_from(m));
  for (const json& s : j.at("shared")) p.shared.push_back(values_from(s));
  for (const json& v : j.at("variables")) p.variables.push_back(values_from(v));
  return p;
}

TracedLaunch launch_from(const json& j) {
  TracedLaunch l;
  l.kernel = j.at("kernel");
  l.grid = j.at("grid");
  l.shown = j.at("block");
  l.block = j.at("threads");
  l.warp_lanes = j.at("warp_lanes");
  l.dynamic_shared_bytes = j.at("dynamic_shared_bytes");
  l.has_block = j.at("has_block");
  l.is_cut = j.at("cut");
  l.first_thread = j.at("recorded").at("first");
  l.recorded_threads = j.at("recorded").at("count");
  for (const json& p : j.at("places"))
    l.places.push_back({p.at("file"), p.at("line"), 0, p.at("function"), p.at("source")});
  for (const json& a : j.at("arrays")) {
    TracedArray array{a.at("name"),
                      a.at("space") == "shared",
                      a.at("type"),
                      a.at("shape").get<std::vector<uint64_t>>(),
                      {}};
    for (const json& v : a.at("inputs")) array.inputs.push_back(value_from(v).value_or(0));
    l.arrays.push_back(std::move(array));
  }
  for (const json& v : j.at("variables"))
    l.variables.push_back({v.at("name"), v.at("type"), v.at("shape").get<std::vector<uint64_t>>()});
  for (const json& p : j.at("phases")) l.phases.push_back(phase_from(p));
  return l;
}

void require(bool holds) {
  if (!holds) throw std::runtime_error("a trace that does not fit together");
}

uint64_t product(const std::vector<uint64_t>& shape) {
  uint64_t count = 1;
  for (const uint64_t extent : shape) require(!__builtin_mul_overflow(count, extent, &count));
  return count;
}

// Numbers in a trace are checked here, so that its readers need not ask whether they name anything.
void require_consistent(const TracedLaunch& l) {
  const uint64_t threads = product({l.block[0], l.block[1], l.block[2]});
  require(threads > 0 && threads <= 1024 && product({l.grid[0], l.grid[1], l.grid[2]}) > 0);
  require(l.recorded_threads <= threads && l.first_thread <= threads - l.recorded_threads);
  require(!l.places.empty() && (l.warp_lanes == 32 || l.warp_lanes == 64));
  for (const TracedPhase& p : l.phases) {
    require(p.threads.size() == threads && p.shared.size() == l.arrays.size() &&
            p.variables.size() == l.variables.size());
    for (const TracedThread& t : p.threads) require(t.place < l.places.size());
    for (const TracedAccess& a : p.accesses)
      require(a.thread < threads && a.place < l.places.size() && a.array < l.arrays.size() &&
              !a.values.empty());
    for (const TracedRequest& r : p.requests) {
      require(r.place < l.places.size() && !r.threads.empty() &&
              r.arrays.size() == r.threads.size() && r.elements.size() == r.threads.size());
      for (const uint32_t array : r.arrays)
        require(array < l.arrays.size() && l.arrays[array].shared == r.shared);
      for (const uint32_t thread : r.threads) require(thread < threads);
    }
    for (const TracedMeeting& m : p.meetings) {
      require(m.place < l.places.size() && !m.lanes.empty() &&
              uint64_t{m.warp} * l.warp_lanes < threads &&
              m.lanes.size() == (m.is_vote ? m.votes : m.sources).size());
      for (const uint32_t lane : m.lanes) require(lane < l.warp_lanes);
    }
    for (size_t a = 0; a < l.arrays.size(); ++a)
      require(p.shared[a].size() == (l.arrays[a].shared ? product(l.arrays[a].shape) : 0));
    for (size_t v = 0; v < l.variables.size(); ++v)
      require(p.variables[v].size() == threads * product(l.variables[v].shape));
  }
}

}  // namespace

uint64_t TracedVariable::count() const { return product(shape); }

std::string to_json(const Trace& trace) {
  return to_ascii_line(
      {{"kind", "trace"},
       {"version", 1},
       {"puzzle", trace.puzzle},
       {"variant", trace.variant},
       {"case", trace.case_name},
       {"kernels", word_of(trace.kernels)},
       {"launches", list(trace.launches, [](const TracedLaunch& l) { return to_json(l); })}});
}

Trace trace_from_json(std::string_view document) {
  const json j = parse_json(document);
  Trace trace;
  trace.puzzle = j.at("puzzle");
  trace.variant = j.at("variant");
  trace.case_name = j.at("case");
  trace.kernels = named<Kernels>(j.at("kernels").get<std::string>());
  for (const json& l : j.at("launches")) {
    trace.launches.push_back(launch_from(l));
    require_consistent(trace.launches.back());
  }
  return trace;
}

}  // namespace hippuzzle
