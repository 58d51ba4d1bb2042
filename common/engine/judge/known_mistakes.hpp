// Names the mistake when a learner's output equals a known wrong kernel's output, or, where the
// output is right, when the check has the same findings in both.
//
// The outputs and findings of a puzzle's wrong kernels are recorded once, on the CPU platform, when
// hippuzzle is built; no other kernel runs with the learner's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// The seed with which mistakes are recorded, and without which only the examples can be recognised.
inline constexpr uint64_t recorded_seed = 1;

class KnownMistakes {
 public:
  KnownMistakes() = default;

  // Reads a file of save(). Throws Error(load_failed) for another file.
  explicit KnownMistakes(const std::filesystem::path& file);

  // Keeps the result's data about a wrong kernel: the outputs of a wrong answer, or the findings
  // beside right ones. Other results show nothing that could be recognised and are ignored.
  void record(const std::string& sentence, const VariantResult& result);

  void save(const std::filesystem::path& file) const;

  // The sentences of the wrong kernels with the same result in every case: the same
  // elements up to rounding, the same guard zones; or with the same findings. Several mistakes may
  // show the same.
  std::vector<std::string> recognise(const VariantResult& result) const;

  struct Case {
    std::string name;
    bool passed;
    std::vector<double> output;  // its beginning; empty when the case passed
    std::vector<std::string> faults;
  };
  struct Record {
    std::string sentence;
    std::string variant;
    std::vector<Case> cases;         // of a wrong answer
    std::vector<std::string> marks;  // of findings beside a right answer: marks_of()
  };

 private:
  std::vector<Record> records_;
};

// The sentence that a wrong kernel begins with: its first line without the comment mark. Throws
// Error(load_failed) when the file does not begin with one.
std::string mistake_sentence(const std::filesystem::path& wrong_kernel);

}  // namespace hippuzzle
