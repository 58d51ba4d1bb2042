// Tables of comma-separated values as profilers write them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

// The fields of the record that begins at `at`, as RFC 4180 has them: a field in quotation marks
// may hold commas, line breaks and, doubled, quotation marks. Moves `at` past the record.
std::vector<std::string> csv_record(const std::string& text, size_t& at);

// The number of the column of that name. Throws Error(unsupported) that begins with the tool's name
// when there is none.
size_t csv_column(const std::vector<std::string>& header, const std::string& name,
                  const std::string& tool);

// "1,234.5" and "1.6e+04" as numbers; nullopt for other text, such as "n/a".
std::optional<double> csv_number(std::string text);

}  // namespace hippuzzle
