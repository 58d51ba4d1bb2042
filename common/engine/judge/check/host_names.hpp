// The libraries' functions for the host alone, by mangled names and headers, and by their names in
// sources.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hippuzzle {

// "host_fn" of "host_fn(float)", "plus<float>" of "float plus<float>(float, float)",
// "Add::operator()" of "Add::operator()(float) const", "std::string::size".
std::string plain_name(const std::string& mangled);

// "rand", of C's library; "hipMalloc", of HIP's functions for the host.
bool is_c_function_of_host(std::string_view name);
bool is_of_hip(std::string_view name);

// C++'s library, without functions that g++ calls by itself.
bool is_of_cxx_library(std::string_view name);

// std::cout and similar ones.
bool is_host_stream(std::string_view name);

// A header of C++'s library whose functions GPUs do not have. <complex> is left out, which hipcc
// takes, and so are mathematics, placement new and the allocators that containers make.
bool is_host_library(const std::filesystem::path& file);

// Whether a word of a declaration in such a header makes a function everybody's, in C++17.
bool declares_for_all(std::string_view word);

}  // namespace hippuzzle
