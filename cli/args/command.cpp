#include "cli/args/command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "cli/args/help_flag.hpp"
#include "cli/args/help_formatter.hpp"

namespace hippuzzle {

const Option& Option::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

const Option& Option::check(ValueCheck check) const {
  option_->check(check);
  return *this;
}

const Option& Option::one_of(const std::vector<std::string>& words) const {
  option_->check([words](const std::string& value) {
    if (std::ranges::find(words, value) != words.end()) return std::string();
    return fmt::format("expected one of {}, found '{}'", fmt::join(words, ", "), value);
  });
  return *this;
}

const Option& Option::required() const {
  option_->required();
  return *this;
}

const Option& Option::values(int count) const {
  option_->expected(count);
  return *this;
}

const Option& Option::value_or_none() const {
  option_->expected(0, 1)->default_str("");
  return *this;
}

const Option& Option::repeatable() const {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

const Option& Option::group(const std::string& heading) const {
  option_->group(heading);
  return *this;
}

const Option& Option::description(const std::string& text) const {
  option_->description(text);
  return *this;
}

const Option& Option::at_once() const {
  option_->trigger_on_parse();
  return *this;
}

const Option& Option::excludes(const Option& other, const std::string& why) const {
  option_->excludes(other.option_);
  known_->rules.push_back({option_, other.option_, false, why});
  return *this;
}

const Option& Option::needs(const Option& other, const std::string& why) const {
  option_->needs(other.option_);
  known_->rules.push_back({option_, other.option_, true, why});
  return *this;
}

Command Command::subcommand(const std::string& name, const std::string& description) const {
  return subcommand(name, description, "Commands");
}

Command Command::subcommand(const std::string& name, const std::string& description,
                            const std::string& group) const {
  return Command(*parser_->add_subcommand(name, description)->group(group), *known_);
}

const Command& Command::description(const std::string& text) const {
  parser_->description(text);
  return *this;
}

const Command& Command::subcommands_are(const std::string& name) const {
  auto formatter = std::make_shared<HelpFormatter>();
  formatter->label("SUBCOMMAND", name);
  parser_->formatter(formatter);
  return *this;
}

const Command& Command::footer(const std::string& text) const {
  parser_->footer(text);
  return *this;
}

const Command& Command::takes_words_as_typed() const {
  known_->unread = parser_;
  return *this;
}

bool Command::takes(const std::string& option) const {
  return parser_->get_option_no_throw(option) != nullptr;
}

Option Command::flag(const std::string& names, bool& target, const std::string& help) const {
  return Option(parser_->add_flag(names, target, help), *known_);
}

Option Command::flag(const std::string& names, std::function<void()> act,
                     const std::string& help) const {
  return Option(parser_->add_flag_callback(names, std::move(act), help), *known_);
}

Option Command::option(const std::string& name, std::string& target,
                       const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, std::optional<std::string>& target,
                       const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, std::vector<std::string>& target,
                       const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, int& target, const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, uint64_t& target, const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, double& target, const std::string& help) const {
  return Option(parser_->add_option(name, target, help), *known_);
}

Option Command::option(const std::string& name, const std::string& help) const {
  return Option(parser_->add_option(name, help)->expected(1), *known_);
}

Option Command::named(const std::string& name) const {
  return Option(parser_->get_option(name), *known_);
}

std::vector<std::string> Command::values_of(const std::string& name) const {
  return parser_->get_option(name)->results();
}

void Command::prepare(std::function<void()> prepare) const {
  const auto once = [parser = parser_, known = known_, prepare = std::move(prepare),
                     is_done = std::make_shared<bool>()] {
    if (std::exchange(*is_done, true)) return;
    add_help_flag(*parser);
    prepare();
    for (const auto& add : std::exchange(known->last, {})) add();
  };
  if (!parser_->get_group().empty()) known_->preparations.emplace_back(once);
  parser_->preparse_callback([once](size_t) { once(); });
}

void Command::prepare_last(std::function<void()> add) const {
  known_->last.push_back(std::move(add));
}

void Command::prepare_all() const {
  for (const auto& prepare : known_->preparations) prepare();
}

void Command::mention(const std::string& name) const { known_->others.push_back(name); }

// CLI11 calls back from the innermost command outwards.
void Command::act(Action action) const {
  parser_->callback([known = known_, action = std::move(action)] {
    if (!known->chosen) known->chosen = action;
  });
}

std::string Command::name() const { return parser_->get_name(); }

Command Command::root() const {
  CLI::App* outermost = parser_;
  while (outermost->get_parent() != nullptr) outermost = outermost->get_parent();
  return {*outermost, *known_};
}

}  // namespace hippuzzle
