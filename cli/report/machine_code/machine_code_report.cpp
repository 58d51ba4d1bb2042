#include "cli/report/machine_code/machine_code_report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/report/verdict/verdict_text.hpp"
#include "cli/report/whose.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "engine/results/names.hpp"
#include "support/text/json.hpp"
#include "support/text/plain_text.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

std::string heading(const SourcePlace& place) {
  if (place.line == 0) return "(a library's or the compiler's own)";
  return fmt::format("{}:{}: {}", std::filesystem::path(place.file).filename().string(), place.line,
                     without_control_bytes(place.text));
}

std::string function_text(const MachineFunction& function, const Look& look) {
  std::string text;
  const SourcePlace* before = nullptr;
  for (const MachineInstruction& i : function.instructions) {
    const bool is_new =
        before == nullptr || before->line != i.place.line || before->file != i.place.file;
    before = &i.place;
    if (is_new) {
      const std::string line = heading(i.place);
      text += look.colour ? fmt::format("\x1b[1m{}\x1b[0m\n", line) : line + '\n';
    }
    text += fmt::format("    {:5x}  {}\n", i.address, without_control_bytes(i.text));
  }
  return text;
}

std::string machine_code_json(const ShownMachineCode& shown, const Look&) {
  json functions = json::array();
  for (const MachineFunction& function : shown.functions) {
    json instructions = json::array();
    for (const MachineInstruction& i : function.instructions) {
      instructions.push_back({{"address", i.address},
                              {"text", i.text},
                              {"file", i.place.file},
                              {"line", i.place.line}});
    }
    functions.push_back(
        {{"name", function.name}, {"target", function.target}, {"instructions", instructions}});
  }
  return to_indented(json{{"kind", "machine_code"},
                          {"puzzle", shown.puzzle},
                          {"variant", shown.variant},
                          {"platform", shown.platform},
                          {"kernels", word_of(shown.whose)},
                          {"functions", functions}}) +
         '\n';
}

}  // namespace

std::string machine_code_text(const ShownMachineCode& shown, const Look& look) {
  std::string text;
  for (const MachineFunction& function : shown.functions) {
    text += fmt::format("{}{} on {}{}: {}, {} instructions [{}]\n", text.empty() ? "" : "\n",
                        title(shown.puzzle, shown.variant), shown.platform,
                        function.target.empty() ? "" : " (" + function.target + ")", function.name,
                        function.instructions.size(), whose(shown.whose));
    text += function_text(function, look);
  }
  return text;
}

std::vector<Format<ShownMachineCode>> machine_code_formats() {
  return {{text_format(), machine_code_text},
          {{{"json"}, {".json"}, "--json", "print it as one JSON object"}, machine_code_json}};
}

}  // namespace hippuzzle
