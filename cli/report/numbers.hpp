// Numbers and arrays as the puzzles' READMEs print them.
#pragma once

#include <hippuzzle/types.h>

#include <span>
#include <string>

namespace hippuzzle {

// The shortest text that reads back as the same value of its type: "4.0", "0.1", "nan"; integers
// without a point.
std::string to_text(double value, hippuzzle_type type);

// "HostBuffer([4.0, 6.0, 12.0, 22.0])"; of more than 128 values the first and the last 8
std::string host_buffer(std::span<const double> values, hippuzzle_type type);

// "HostBuffer([3672.0, 3744.0, …, 61272.0])": as many of the first values as fit in
// that many columns, and the last value.
std::string host_buffer_within(std::span<const double> values, hippuzzle_type type, size_t columns);

// "1.25 µs", in the unit that leaves one to three digits before the point.
std::string duration(double milliseconds);

// Four digits, or all of those before the point: "0.1875", "33454".
std::string four_digits(double value);

// "64 B", "1944 B", "1.54 GB", "33.6 MFLOP"
std::string amount(double value, const char* unit);

// "1.5 %", "12 %", "100 %"
std::string share_text(double share);

}  // namespace hippuzzle
