// Jobs and events survive the way through a pipe, and nothing else is taken for one.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/protocol/codec.hpp"
#include "engine/results/names.hpp"
#include "tests/support/json.hpp"
#include "tests/unit/filled.hpp"

namespace hippuzzle {
namespace messages_test {

using nlohmann::json;
using testing::filled;

// visit(name, message) with each alternative of a variant, filled.
template <class Visit, class... Messages>
void for_each_message(const std::variant<Messages...>*, const Visit& visit) {
  (visit(struct_name(static_cast<const Messages*>(nullptr)), filled<Messages>()), ...);
}

template <class Visit>
void for_each_event(const Visit& visit) {
  for_each_message(static_cast<const Event*>(nullptr), visit);
}

template <class Visit>
void for_each_job(const Visit& visit) {
  Job job = filled<Job>();
  for_each_message(static_cast<const decltype(Job::task)*>(nullptr),
                   [&](std::string_view name, const auto& task) {
                     job.task = task;
                     visit(name, job);
                   });
}

// Every member has a new value, so the test notices each member that a message loses.
TEST(Filled, DiffersInEveryMember) {
  for_each_event([](std::string_view name, const auto& message) {
    auto value = message;
    const decltype(value) fresh = {};
    for_each_field(value, [&](std::string_view member, auto& filled_member) {
      bool seen = false;
      for_each_field(fresh, [&](std::string_view other, const auto& fresh_member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(filled_member)>,
                                     std::remove_cvref_t<decltype(fresh_member)>>) {
          if (member == other) seen = !(filled_member == fresh_member);
        }
      });
      EXPECT_TRUE(seen) << name << "::" << member;
    });
  });
}

TEST(Messages, EveryEventSurvives) {
  size_t count = 0;
  for_each_event([&](std::string_view name, const auto& message) {
    ++count;
    const Event event = message;
    EXPECT_TRUE(decode_event(encode(event)) == event) << name << " " << encode(event);
    EXPECT_TRUE(decode_event(encode(event)).index() == event.index()) << name;
  });
  EXPECT_EQ(count, std::variant_size_v<Event>);
}

TEST(Messages, EveryJobSurvives) {
  for_each_job([](std::string_view name, const Job& job) {
    EXPECT_TRUE(decode_job(encode(job)) == job) << name << " " << encode(job);
  });
  EXPECT_TRUE(decode_job(encode(Job{})) == Job{});
}

TEST(Messages, EveryModeSurvives) {
  for_each_message(static_cast<const RunMode*>(nullptr),
                   [](std::string_view name, const auto& mode) {
                     Job job{.task = RunCases{.mode = mode}};
                     EXPECT_TRUE(decode_job(encode(job)) == job) << name;
                   });
}

TEST(Messages, EveryEnumeratorSurvives) {
  for (const auto& name : Names<FindingKind>::all) {
    const Event event = FindingReported{.finding = {.kind = name.value}};
    EXPECT_TRUE(decode_event(encode(event)) == event) << name.word;
  }
  for (const auto& name : Names<Counted>::all) {
    const Event event =
        FindingReported{.finding = {.part = LimitPart{.limit = {.what = name.value}}}};
    EXPECT_TRUE(decode_event(encode(event)) == event) << name.word;
  }
  for (const auto& name : Names<Advice::Kind>::all) {
    const Event event = Failed{.advice = Advice{.kind = name.value}};
    EXPECT_TRUE(decode_event(encode(event)) == event) << name.word;
  }
  for (const auto& name : Names<Failure>::all) {
    const Event event = Failed{.failure = name.value};
    EXPECT_TRUE(decode_event(encode(event)) == event) << name.word;
  }
}

TEST(Messages, AreOneLineWhateverTheirTextHolds) {
  const Failed failed{.sentence =
                          std::string("line\nbreak\r\0 and bytes that are no text: \xff\xfe", 44)};
  const std::string line = encode(Event(failed));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NE(std::get<Failed>(decode_event(line)).sentence.find("line\nbreak"), std::string::npos);
}

// `right` with one of its values exchanged.
void expect_refused(const json& right, const char* member, const json& value) {
  json wrong = right;
  wrong.at(json::json_pointer(member)) = value;
  EXPECT_THROW(decode_event(wrong.dump()), std::exception) << member << " " << value;
}

TEST(Messages, RefuseAFindingThatIsNone) {
  Finding finding{.kind = FindingKind::claim, .part = LimitPart{}};
  finding.sides.resize(1);
  const json right = testing::parse_json(encode(Event(FindingReported{.finding = finding})));
  ASSERT_NO_THROW(decode_event(right.dump()));
  expect_refused(right, "/FindingReported/finding/kind", 0);
  expect_refused(right, "/FindingReported/finding/kind", "racy");
  expect_refused(right, "/FindingReported/finding/part/LimitPart/limit/what", "global_pauses");
  expect_refused(right, "/FindingReported/finding/sides/0/access", "reads");
  const json side = right.at("FindingReported").at("finding").at("sides").at(0);
  expect_refused(right, "/FindingReported/finding/sides", {side, side, side});
}

TEST(Messages, RefuseWhatNoRunnerSays) {
  EXPECT_THROW(encode(Event(Failed{.advice = Advice{.kind = static_cast<Advice::Kind>(99)}})),
               std::exception);
  EXPECT_THROW(decode_event(encode(Event(Failed{.failure = static_cast<Failure>(42)}))),
               std::exception);
  // Would turn a failure into a pass. A runner has no words for outcomes that only the judge can
  // know.
  for (const char* outcome : {"passed", "wrong-answer", "findings", "timed-out", "not-checked",
                              "not-submitted", "not-started", "usage"}) {
    expect_refused(json::parse(encode(Event(Failed{}))), "/Failed/failure", outcome);
  }
  EXPECT_THROW(decode_event(R"({"Gone": {}})"), std::exception);
  EXPECT_THROW(decode_event(R"({"Done": {}, "CaseBegun": {"index": 0}})"), std::exception);
}

TEST(Messages, RefuseNumbersThatDoNotFit) {
  const json right = testing::parse_json(encode(Event(CaseDone{.changed_inputs = {0}})));
  expect_refused(right, "/CaseDone/index", -1);
  expect_refused(right, "/CaseDone/index", 1.5);
  expect_refused(right, "/CaseDone/index", uint64_t{1} << 32);
  expect_refused(right, "/CaseDone/index", true);
  expect_refused(right, "/CaseDone/milliseconds", nullptr);
  expect_refused(right, "/CaseDone/changed_inputs", json::object());
}

TEST(Messages, RefuseMembersThatAreMissingOrUnknown) {
  const json right = testing::parse_json(encode(Event(CaseBegun{.index = 3})));
  json more = right;
  more["CaseBegun"]["milliseconds"] = 1;
  EXPECT_THROW(decode_event(more.dump()), std::exception);
  EXPECT_THROW(decode_event(R"({"CaseBegun": {}})"), std::exception);
}

TEST(Messages, CutOffAnywhereAreRefused) {
  const auto refused = [](const std::string& text, const auto& decode) {
    for (size_t size = 0; size < text.size(); ++size) {
      EXPECT_THROW(decode(text.substr(0, size)), std::exception) << size;
    }
  };
  for_each_job([&](std::string_view, const Job& job) { refused(encode(job), decode_job); });
  for_each_event([&](std::string_view, const auto& message) {
    refused(encode(Event(message)), decode_event);
  });
}

TEST(Messages, OtherTextIsRefused) {
  for (const std::string text :
       {"", "null", "[]", "{}", "0", "hello", "\xff\xfe", "{\"kind\": \"x\"}"}) {
    EXPECT_THROW(decode_job(text), std::exception) << text;
    EXPECT_THROW(decode_event(text), std::exception) << text;
  }
  EXPECT_THROW(decode_event(encode(filled<Job>())), std::exception);
  EXPECT_THROW(decode_job(encode(Event(CaseDone{}))), std::exception);
}

// A reader gets the messages that it can take; it learns that the others were not taken.
TEST(Messages, ReachTheReaderThatTakesThem) {
  struct Reader {
    uint32_t index = 0;
    void take(const CaseBegun& begun) { index = begun.index; }
  } reader;
  EXPECT_TRUE(hand_to(reader, CaseBegun{.index = 7}));
  EXPECT_EQ(reader.index, 7u);
  EXPECT_FALSE(hand_to(reader, Done{}));
}

TEST(Names, AreDistinctAndReadBack) {
  const auto check = [](const auto& names) {
    std::set<std::string_view> words;
    for (const auto& name : names) {
      EXPECT_EQ(word_of(name.value), name.word);
      EXPECT_TRUE(named<std::remove_cv_t<decltype(name.value)>>(name.word) == name.value);
      EXPECT_TRUE(words.insert(name.word).second) << name.word;
    }
  };
  check(Names<Access>::all);
  check(Names<FindingKind>::all);
  check(Names<Counted>::all);
  check(Names<ThreadState>::all);
  check(Names<Advice::Kind>::all);
  check(Names<hippuzzle_type>::all);
  check(Names<hippuzzle_math>::all);
  EXPECT_THROW(named<Access>("reads"), std::exception);
  EXPECT_THROW((void)word_of(static_cast<Access>(17)), std::exception);
}

}  // namespace messages_test
}  // namespace hippuzzle
