// Advice of the engine and of the workspace in words, with the flags and commands that they do not
// know.
#pragma once

#include <optional>
#include <string>

#include "support/outcome.hpp"

namespace hippuzzle {

// The sentence, followed by the advice: "not measured within 60 s; give it longer with
// --timeout". A sentence that advises something itself, after a semicolon, continues with "or".
std::string in_words(const std::string& sentence, const std::optional<Advice>& advice);
std::string in_words(const Error& error);

// The reason and the advice of a VariantResult or a Measurement, as one text.
template <class Result>
std::string reason_in_words(const Result& result) {
  return in_words(result.reason, result.advice);
}

}  // namespace hippuzzle
