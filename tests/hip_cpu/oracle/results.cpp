#include "tests/hip_cpu/oracle/results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "tests/support/json.hpp"

namespace hippuzzle::testing {

Results read_results(const std::string& file, const std::vector<Subject>& subjects) {
  Results results;
  std::map<std::string, Compared> by_name;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json j = parse_json(line);
    if (j.contains("seen_on")) {
      results.seen_on = j["seen_on"];
    } else {
      const Compared c = compared_from_json(j);
      by_name.insert_or_assign(c.subject.name(), c);
    }
  }
  for (const Subject& subject : subjects) {
    const auto found = by_name.find(subject.name());
    if (found != by_name.end()) results.compared.push_back(found->second);
  }
  return results;
}

// Lines of different processes do not mix: each is written at once, to the file's end.
void append_result(const std::string& file, const std::string& line) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0644);
  const std::string whole = line + "\n";
  const bool is_written = descriptor >= 0 && write(descriptor, whole.data(), whole.size()) ==
                                                 static_cast<ssize_t>(whole.size());
  if (descriptor >= 0) close(descriptor);
  if (!is_written) {
    std::perror(file.c_str());
    std::exit(2);
  }
}

}  // namespace hippuzzle::testing
