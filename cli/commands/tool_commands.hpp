// All other commands: batches and grading, measurements, traces, the compiler, the book, what
// authors use. Each source here is one, as in commands/learning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands/command_entries.hpp"

namespace hippuzzle::commands {

Add add_run, add_grade, add_merge, add_report, add_bench, add_roofline, add_occupancy, add_trace,
    add_cc, add_layout, add_record_mistakes, add_record_findings, add_book, add_new, add_lint,
    add_completion, add_man_pages;

inline constexpr Adder tool_commands[] = {
    {"run", add_run},
    {"grade", add_grade},
    {"merge", add_merge},
    {"report", add_report},
    {"bench", add_bench},
    {"roofline", add_roofline},
    {"occupancy", add_occupancy},
    {"trace", add_trace},
    {"cc", add_cc},
    {"layout", add_layout},
    {"record-mistakes", add_record_mistakes},
    {"record-findings", add_record_findings},
    {"book", add_book},
    {"new", add_new},
    {"lint", add_lint},
    {"completion", add_completion},
    {"man-pages", add_man_pages},
};

// `hippuzzle cc …` takes what a compiler takes, which this program's parser would misread: its
// words as they were typed; nullopt for any other command line, and where help is asked for.
std::optional<std::vector<std::string>> compiler_words(int argc, char** argv);
Outcome run_cc(const std::vector<std::string>& words, const GlobalOptions& globals);

// `hippuzzle bench compare`.
void add_bench_compare(Command command);

}  // namespace hippuzzle::commands
