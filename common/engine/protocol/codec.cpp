#include "engine/protocol/codec.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/results/names.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

// Once for all structs: nlohmann's functions inlined for each member take the compiler seconds.
[[gnu::noinline]] void add(json& object, std::string_view name, json&& member) {
  object[std::string(name)] = std::move(member);
}

// Overloads find each other while they are instantiated, so that a type may hold any other.
struct Writer {
  json operator()(bool value) const { return value; }
  json operator()(const std::string& value) const { return value; }
  json operator()(const std::filesystem::path& value) const { return value.string(); }

  template <class Number>
  requires std::is_arithmetic_v<Number> json operator()(Number value) const { return value; }

  template <HasNames Enum>
  json operator()(Enum value) const {
    return word_of(value);
  }

  template <class T>
  json operator()(const std::optional<T>& value) const {
    return value ? (*this)(*value) : json();
  }

  template <class T>
  json operator()(const std::vector<T>& items) const {
    return list(items);
  }

  template <class T, size_t count>
  json operator()(const std::array<T, count>& items) const {
    return list(items);
  }

  template <class T, size_t count>
  json operator()(const T (&items)[count]) const {
    return list(items);
  }

  // {"CaseDone": {…}}
  template <class... Messages>
  json operator()(const std::variant<Messages...>& message) const {
    json j = json::object();
    std::visit([&](const auto& m) { add(j, struct_name(&m), (*this)(m)); }, message);
    return j;
  }

  template <HasFields Struct>
  json operator()(const Struct& value) const {
    json j = json::object();
    for_each_field(
        value, [&](std::string_view name, const auto& member) { add(j, name, (*this)(member)); });
    return j;
  }

 private:
  template <class Items>
  json list(const Items& items) const {
    json j = json::array();
    for (const auto& item : items) j.push_back((*this)(item));
    return j;
  }
};

// Conditions on a message beyond its members' types.
template <class Struct>
void require_valid(const Struct&) {}

void require_valid(const Finding& finding) {
  require(finding.sides.size() <= 2, "a finding with more than two sides");
}

void require_valid(const hippuzzle_shape& shape) {
  require(shape.rank <= std::size(shape.n), "a shape of too many extents");
}

struct Reader {
  void operator()(const json& j, bool& value) const {
    require(j.is_boolean(), "not a truth value");
    value = j.get<bool>();
  }

  void operator()(const json& j, double& value) const {
    require(j.is_number(), "not a number");
    value = j.get<double>();
  }

  void operator()(const json& j, std::string& value) const { value = j.get<std::string>(); }

  void operator()(const json& j, std::filesystem::path& value) const {
    value = j.get<std::string>();
  }

  template <std::integral Number>
  void operator()(const json& j, Number& value) const {
    require(j.is_number_integer(), "not a whole number");
    const bool fits = j.is_number_unsigned() ? std::in_range<Number>(j.get<uint64_t>())
                                             : std::in_range<Number>(j.get<int64_t>());
    require(fits, "a number out of range");
    value = j.get<Number>();
  }

  template <HasNames Enum>
  void operator()(const json& j, Enum& value) const {
    value = named<Enum>(j.get<std::string>());
  }

  template <class T>
  void operator()(const json& j, std::optional<T>& value) const {
    value.reset();
    if (!j.is_null()) (*this)(j, value.emplace());
  }

  template <class T>
  void operator()(const json& j, std::vector<T>& items) const {
    require(j.is_array(), "not a list");
    items.clear();
    for (const json& item : j) (*this)(item, items.emplace_back());
  }

  template <class T, size_t count>
  void operator()(const json& j, std::array<T, count>& items) const {
    read_list(j, items, count);
  }

  template <class T, size_t count>
  void operator()(const json& j, T (&items)[count]) const {
    read_list(j, items, count);
  }

  template <class... Messages>
  void operator()(const json& j, std::variant<Messages...>& message) const {
    require(j.is_object() && j.size() == 1, "not a message");
    const std::string name = j.begin().key();
    const auto read_if_named = [&]<class Message>(const Message*) {
      if (name != struct_name(static_cast<const Message*>(nullptr))) return false;
      (*this)(j.begin().value(), message.template emplace<Message>());
      return true;
    };
    require((read_if_named(static_cast<const Messages*>(nullptr)) || ...), "an unknown message");
  }

  template <HasFields Struct>
  void operator()(const json& j, Struct& value) const {
    require(j.is_object(), "not a message's members");
    size_t members = 0;
    for_each_field(value, [&](std::string_view name, auto& member) {
      ++members;
      (*this)(j.at(std::string(name)), member);
    });
    require(j.size() == members, "a member of no message");
    require_valid(value);
  }

 private:
  template <class Items>
  void read_list(const json& j, Items& items, size_t count) const {
    require(j.is_array() && j.size() == count, "a list of another length");
    for (size_t i = 0; i < count; ++i) (*this)(j[i], items[i]);
  }
};

template <class Message>
Message decode(const std::string& line) {
  Message message;
  Reader()(parse_json(line), message);
  return message;
}

}  // namespace

// Text of a driver or a kernel may hold anything; to_line() keeps it from breaking the stream.
std::string encode(const Job& job) { return to_line(Writer()(job)); }
std::string encode(const Event& event) { return to_line(Writer()(event)); }

Job decode_job(const std::string& line) { return decode<Job>(line); }
Event decode_event(const std::string& line) { return decode<Event>(line); }

}  // namespace hippuzzle
