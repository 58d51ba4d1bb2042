// Results as documents for other programs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/report/lessons/list_report.hpp"
#include "cli/report/verdict/report.hpp"
#include "engine/judge/catalog/devices.hpp"
#include "lessons/curriculum.hpp"

namespace hippuzzle {

// JSON on standard output: an object a line, {"kind": "variant", …} for each result, then one
// {"kind": "summary", …}.
std::unique_ptr<Report> make_json_report();

// One SARIF 2.1.0 document on standard output, at the end: for editors and code hosts.
std::unique_ptr<Report> make_sarif_report();

// One object: {"platforms": […]}.
std::string devices_json(const std::vector<PlatformDescription>& platforms);

// One object: {"puzzles": […]}.
std::string list_json(const std::vector<ListedPuzzle>& puzzles);

// One object in a line: {"kind": "progress", "version": 1, "passed": 5, "puzzles": […]}.
std::string progress_json(const Curriculum& curriculum);

}  // namespace hippuzzle
