#include "hip_cc/driver/program_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <iterator>
#include <utility>

#include "hip_cc/driver/assembly_parts.hpp"
#include "hip_cc/driver/missing_package.hpp"
#include "hip_cc/driver/placed_file.hpp"
#include "hip_cc/driver/pushed_macros.hpp"
#include "hip_cc/rewrite/kernel_registration.hpp"
#include "hip_cc/rewrite/launches.hpp"
#include "support/files/path_below.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/process/process.hpp"
#include "toolchain/content_hash.hpp"
#include "toolchain/dynamic_shared_memory.hpp"
#include "toolchain/missing_part.hpp"

namespace hippuzzle::cc {
namespace fs = std::filesystem;

ProgramBuild::ProgramBuild(const Toolchain& toolchain, CommandLine line,
                           const ProgramSettings& settings)
    : toolchain_(toolchain),
      line_(std::move(line)),
      settings_(settings),
      folder_("hippuzzle-cc-"),
      ending_(folder_.path()) {
  if (settings_.checked) static_cast<void>(toolchain_.checked());
  take_standard_input();
}

// Writes standard input to a file, whose name messages have as compilers write it.
void ProgramBuild::take_standard_input() {
  const Path file = folder_.path() / "-.hip";
  for (std::vector<Path>* sources : {&line_.sources, &line_.in_c}) {
    const auto given = std::ranges::find(*sources, "-");
    if (given == sources->end()) continue;
    *given = file;
    replace_file(
        file, "#line 1 \"<stdin>\"\n" + std::string(std::istreambuf_iterator<char>(std::cin), {}));
    append(line_.options, {"-iquote", "."});
  }
}

BuildMessages ProgramBuild::run() {
  const bool compiles =
      line_.last_step != LastStep::preprocess && line_.last_step != LastStep::dependencies;
  messages_.succeeded = true;
  Words objects;
  const auto add = [&](const fs::path& source, bool in_c) {
    if (!compiles) {
      messages_.succeeded &= preprocess_only(source, in_c);
      return;
    }
    const fs::path output = output_of(source);
    messages_.succeeded &= make(source, output, in_c);
    objects.push_back(output);
  };
  for (const fs::path& source : line_.sources) add(source, false);
  for (const fs::path& source : line_.in_c) add(source, true);
  if (messages_.succeeded && line_.last_step == LastStep::link) messages_.succeeded = link(objects);
  return std::move(messages_);
}

std::string ProgramBuild::fingerprint() {
  ContentHash hash;
  for (const fs::path& source : line_.sources) {
    const fs::path text = temporary(".ii");
    const bool preprocessed = preprocess(source, toolchain_.preprocess, text);
    hash.add(preprocessed ? read_file(text).value_or("") : "");
  }
  for (const fs::path& source : line_.in_c) {
    const fs::path text = temporary(".i");
    Words command = preprocessor(source, true);
    append(command, {"-o", text});
    hash.add(start(command) ? read_file(text).value_or("") : "");
  }
  for (const std::string& word : line_.link) {
    hash.add(word);
    hash.add(read_file(word).value_or(""));
  }
  for (const std::string& word : compile_options()) hash.add(word);
  for (const std::string& word : toolchain_.program_link) hash.add(word);
  messages_ = {};  // compiling says it again
  return hash.text();
}

Words ProgramBuild::compile_options() const {
  return options_for_cpp(toolchain_, line_, settings_);
}

// The beginning of a command that preprocesses the source.
Words ProgramBuild::preprocessor(const Path& source, bool in_c) const {
  Words command = {toolchain_.compile.front()};
  append(command, in_c ? options_for_c(toolchain_, line_) : compile_options());
  if (!in_c) append(command, unasked_header(source));
  append(command, {"-E", "-x", in_c ? "c" : "c++", source});
  return command;
}

bool ProgramBuild::preprocess(const Path& source, const Words& more, const Path& output) {
  Words command = preprocessor(source, false);
  append(command, more);
  append(command, {"-o", output});
  return start(command);
}

// -E or -M of one source. Rules that -MD asks for in addition to the text are named as the compiler
// names them: after the output, else after the source.
bool ProgramBuild::preprocess_only(const Path& source, bool in_c) {
  const bool is_printed = line_.output.empty() || line_.output == "-";
  const Path output = is_printed ? temporary(".out") : Path(line_.output);
  Words command = preprocessor(source, in_c);
  append(command, line_.dependencies);
  if (!line_.dependencies_file.empty()) {
    append(command, {"-MF", line_.dependencies_file});
  } else if (line_.last_step == LastStep::preprocess && !line_.dependencies.empty()) {
    append(command, {"-MF", dependencies_of(is_printed ? source.filename() : output)});
  }
  const Path made = made_for(output);
  append(command, {"-o", made});
  if (!start(command)) return false;
  if (made != output && fs::exists(made)) put_in_place(made, output, ending_);
  if (is_printed) messages_.output += read_file(output).value_or("");
  return true;
}

// In dependency rules the object is the target, as if it had been compiled in one step.
Words ProgramBuild::dependency_options(const Path& output, const Path& file) const {
  Words options = line_.dependencies;
  if (!line_.names_target) append(options, {"-MQ", output});
  append(options, {"-MF", file});
  return options;
}

fs::path ProgramBuild::dependencies_of(const Path& output) const {
  if (!line_.dependencies_file.empty()) return line_.dependencies_file;
  return fs::path(output).replace_extension(".d");
}

// The file that a tool writes, for `output` once it is whole.
fs::path ProgramBuild::made_for(const Path& output) {
  const bool stays = !can_be_replaced(output) || std::ranges::any_of(line_.options, names_files);
  return stays ? output : temporary(output.extension().c_str());
}

// Objects for the linker stay in the temporary folder; all other files are put in their places.
bool ProgramBuild::make(const Path& source, const Path& output, bool in_c) {
  const bool is_temporary = line_.last_step == LastStep::link;
  const Path made = is_temporary ? output : made_for(output);
  Words dependencies;
  Path rules, made_rules;
  if (!line_.dependencies.empty()) {
    const Path target =
        !is_temporary ? output : Path(line_.output.empty() ? "a.out" : line_.output);
    rules = dependencies_of(target);
    made_rules = made_for(rules);
    dependencies = dependency_options(target, made_rules);
  }
  if (!(in_c ? compile_in_c(source, made, dependencies) : compile(source, made, dependencies)))
    return false;
  if (made_rules != rules) put_in_place(made_rules, rules, ending_);
  if (output == "-") {
    messages_.output += read_file(made).value_or("");
  } else if (made != output && fs::exists(made)) {
    put_in_place(made, output, ending_);
  }
  return true;
}

// Preprocesses the source such that macros stay, where its compiler can and that loses none.
ProgramBuild::Preprocessed ProgramBuild::preprocess_for_compiler(const Path& source,
                                                                 const Words& more) {
  Preprocessed result{temporary(".ii"), "", false, !toolchain_.preprocess.empty()};
  if (result.keeps_macros) {
    Words options = more;
    append(options, toolchain_.preprocess);
    if (!preprocess(source, options, result.file)) return result;
    result.text = read_file(result.file).value_or("");
    result.keeps_macros = !pushes_macros(result.text, toolchain_.include);
    result.succeeded = result.keeps_macros;
  }
  if (!result.keeps_macros) {
    Words options = more;
    append(options, {"-D__global__=__global__"});  // stays where a kernel is defined
    result.succeeded = preprocess(source, options, result.file);
    result.text = read_file(result.file).value_or("");
  }
  return result;
}

bool ProgramBuild::compile(const Path& source, const Path& output, const Words& more) {
  const Preprocessed preprocessed = preprocess_for_compiler(source, more);
  if (!preprocessed.succeeded) return false;
  const Rewritten rewritten = rewrite_launches(preprocessed.text, source.string());
  replace_file(preprocessed.file, register_kernels(rewritten.source));
  Words command = {toolchain_.compile.front()};
  append(command, behind_preprocessor(compile_options(), preprocessed.keeps_macros));
  if (preprocessed.keeps_macros) {
    append(command, toolchain_.preprocess);
    append(command, {"-x", "c++-cpp-output", preprocessed.file});
  } else {  // only programs have macros
    for (const std::string& header : toolchain_.launch_headers)
      append(command, {"-include", header});
    append(command, {"-x", "c++", preprocessed.file});
  }
  const bool to_assembly = line_.last_step == LastStep::assembly;
  const bool only_syntax = line_.last_step == LastStep::check_syntax;
  command.emplace_back(only_syntax ? "-fsyntax-only" : to_assembly ? "-S" : "-c");
  if (!only_syntax) append(command, {"-o", output});
  if (!start(command)) return false;
  fs::remove(preprocessed.file);
  return to_assembly || only_syntax || define_dynamic_shared_memory(output);
}

bool ProgramBuild::compile_in_c(const Path& source, const Path& output, const Words& more) {
  Words command = {toolchain_.compile.front()};
  append(command, options_for_c(toolchain_, line_));
  append(command, more);
  const bool to_assembly = line_.last_step == LastStep::assembly;
  append(command, {to_assembly ? "-S" : "-c", "-x", "c", source, "-o", output});
  return start(command);
}

bool ProgramBuild::define_dynamic_shared_memory(const Path& object) {
  if (!fs::is_regular_file(object)) return true;  // nobody links an output that went to /dev/null
  auto names = undefined_thread_locals(object);
  for (const std::string& library : toolchain_.libraries) {
    if (names.empty() || !library.ends_with(".so")) continue;
    const auto provided = exported_thread_locals(library);
    std::erase_if(names, [&](const std::string& name) { return provided.contains(name); });
  }
  if (names.empty()) return true;
  const std::string definitions = assembly_file(as_weak(define_dynamic_shared(names)));
  const fs::path whole = temporary(".o");
  const std::string& compiler = toolchain_.compile.front();
  if (!start({compiler, "-r", "-nostdlib", object, definitions, "-o", whole})) return false;
  fs::copy_file(whole, object, fs::copy_options::overwrite_existing);
  fs::remove(whole);
  return true;
}

bool ProgramBuild::link(const Words& objects) {
  Words command = {toolchain_.compile.front()};
  append(command, line_.options);
  if (settings_.checked) {
    append(command, {assembly_file(room_in_thread_storage()),
                     assembly_file(check_defaults(settings_.check_defaults))});
  }
  append(command, objects);
  append(command, line_.link);
  const fs::path output = line_.output.empty() ? "a.out" : line_.output, made = made_for(output);
  append(command, {"-o", made});
  append(command, toolchain_.program_link);
  if (settings_.checked) append(command, toolchain_.program_check);
  append(command, settings_.checked ? toolchain_.checked().libraries : toolchain_.libraries);
  if (settings_.checked) command.push_back(assembly_file(room_in_thread_storage()));
  if (!start(command)) return false;
  if (made != output) put_in_place(made, output, ending_);
  return true;
}

// The output of the step after preprocessing and rewriting, for a source.
fs::path ProgramBuild::output_of(const Path& source) const {
  if (line_.last_step == LastStep::link) {
    ContentHash name;  // sources of one name may come from several folders
    name.add(source.string());
    return folder_.path() / (name.text() + ".o");
  }
  if (!line_.output.empty()) return line_.output;
  const char* extension = line_.last_step == LastStep::assembly ? ".s" : ".o";
  return source.stem().string() + extension;
}

fs::path ProgramBuild::temporary(const char* extension) {
  return folder_.path() / fmt::format("{}{}", temporaries_++, extension);
}

std::string ProgramBuild::assembly_file(const std::string& text) {
  const fs::path file = temporary(".s");
  replace_file(file, text);
  return file;
}

// A header is the user's to find where a file of the user's includes it, unless hippuzzle or the
// system promises it; a source and a library are where the command line names them.
bool ProgramBuild::is_users(const std::string& name, const std::string& line) const {
  const auto names_it = [&](const std::string& word) {
    return word == "-l" + name || fs::path(word).filename() == fs::path(name).filename();
  };
  const auto is_named = [&](const auto& words) { return std::ranges::any_of(words, names_it); };
  if (is_named(line_.sources) || is_named(line_.in_c) || is_named(line_.link) ||
      is_named(line_.options))
    return true;
  const size_t number = line.find_first_of(':');
  const bool at_a_line = number + 1 < line.size() && std::isdigit(line[number + 1]) != 0;
  if (!at_a_line) return false;
  const fs::path file = line.substr(0, number);
  const auto is_above = [&](const std::string& folder) { return is_below(file, folder); };
  return name != "hip/hip_runtime.h" && !is_below(file, "/usr/include") &&
         !is_below(file, "/usr/lib") && std::ranges::none_of(toolchain_.include, is_above);
}

bool ProgramBuild::start(const Words& command) {
  Process compiler(command, {"TMPDIR=" + folder_.path().string()});
  if (compiler.wait(messages_.text) == 0) return true;
  const std::string package = missing_package(messages_.text);
  messages_.text += package;
  const auto missing = missing_part(
      messages_.text, [this](const auto& name, const auto& line) { return is_users(name, line); });
  if (missing && package.empty()) {
    messages_.text += fmt::format("hippuzzle: {}\n", *missing);
    messages_.lacks_part = true;
  }
  messages_.text += little_room(folder_.path().parent_path());
  return false;
}

}  // namespace hippuzzle::cc
