// The one way out for results: a format, a destination, and the look that text for people has
// there. A subject's formats are pure functions; nothing else writes results.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

// The look of text for people. Long lines are folded for a terminal only, not for a log.
struct Look {
  bool colour = false;
  size_t columns = 80;
  bool folds = false;
};

// A format of a subject as the command line names it. --format takes any of its words.
struct FormatName {
  std::vector<std::string> words;
  std::vector<std::string> endings = {};  // of files that have it without a --format
  std::string flag = "";                  // its short form, "--json"
  std::string help = "";                  // of the flag
  bool flag_takes_file = false;           // "--svg FILE" for "--format svg --output FILE"

  bool has(const std::string& word) const { return std::ranges::find(words, word) != words.end(); }
};

inline FormatName text_format() { return {{"text"}, {".txt", ".log"}}; }

// A format and where it goes.
struct OutputChoice {
  std::string format;               // the first of its words
  std::optional<std::string> file;  // otherwise standard output
};

// The options as the user wrote them: the first --format belongs to the first --output, and so on.
struct OutputSettings {
  std::vector<std::string> formats, files;  // formats may have commas between them
  std::vector<OutputChoice> flags;
  std::vector<std::pair<std::string, std::optional<std::string>>> file_flags;  // word, file
  bool files_replace = false;  // with a file, standard output gets nothing that is not asked for
};

// The outputs that the settings ask for, text on standard output without any. Throws Error(usage)
// for an unknown word, for a file whose ending no format has, and for several formats on standard
// output.
std::vector<OutputChoice> choose_outputs(const OutputSettings& settings,
                                         std::span<const FormatName> names);

class Output {
 public:
  // Opens the file and empties it. Throws Error(usage) for a file that cannot be written.
  explicit Output(OutputChoice choice);

  const std::string& format() const { return choice_.format; }
  const Look& look() const { return look_; }

  // Throws Error(usage) when the file cannot be written. A failure of standard output is left to
  // the stream's error mark.
  void write(std::string_view text) const;

 private:
  OutputChoice choice_;
  FileDescriptor descriptor_;  // of the file
  Look look_;
};

// All of them are opened before anything is written.
std::vector<Output> open_outputs(const std::vector<OutputChoice>& choices);

// Text for people that has no other format, on standard output.
void write_text(std::string_view text);

// The look of standard output.
Look standard_look();

// A format of a result that is there as a whole.
template <typename Result>
struct Format {
  FormatName name;
  std::string (*text)(const Result& result, const Look& look);
};

template <typename Result>
std::vector<FormatName> names_of(const std::vector<Format<Result>>& formats) {
  std::vector<FormatName> names;
  for (const Format<Result>& format : formats) names.push_back(format.name);
  return names;
}

// The result in the format of each output.
template <typename Result>
void write_result(const std::vector<Output>& outputs, const std::vector<Format<Result>>& formats,
                  const Result& result) {
  for (const Output& output : outputs) {
    for (const Format<Result>& format : formats) {
      if (format.name.has(output.format())) output.write(format.text(result, output.look()));
    }
  }
}

template <typename Result>
void write_result(const OutputSettings& settings, const std::vector<Format<Result>>& formats,
                  const Result& result) {
  write_result(open_outputs(choose_outputs(settings, names_of(formats))), formats, result);
}

// A format of results that come one by one. It gives pieces of text and writes nothing.
template <typename One, typename End>
class StreamedFormat {
 public:
  virtual ~StreamedFormat() = default;
  virtual std::string begin() { return ""; }
  virtual std::string result(const One& one) = 0;  // as soon as it is there
  virtual std::string end(const End&) { return ""; }
};

// Results as they come, in the formats of several outputs.
template <typename One, typename End>
class StreamedOutputs {
 public:
  using Formatter = std::unique_ptr<StreamedFormat<One, End>>;

  // make: the format of an output, from its word and its look.
  template <typename Make>
  StreamedOutputs(const std::vector<OutputChoice>& choices, Make make)
      : outputs_(open_outputs(choices)) {
    for (const Output& output : outputs_) {
      formats_.push_back(make(output.format(), output.look()));
      output.write(formats_.back()->begin());
    }
  }

  void result(const One& one) {
    for (size_t i = 0; i < outputs_.size(); ++i) outputs_[i].write(formats_[i]->result(one));
  }

  void end(const End& end) {
    for (size_t i = 0; i < outputs_.size(); ++i) outputs_[i].write(formats_[i]->end(end));
  }

 private:
  std::vector<Output> outputs_;
  std::vector<Formatter> formats_;
};

}  // namespace hippuzzle
