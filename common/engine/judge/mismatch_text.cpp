#include "engine/judge/mismatch_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include "support/text/grid_text.hpp"
#include "support/text/rounded_seconds.hpp"

namespace hippuzzle {
namespace {

// "'packed' and 'count'"
std::string quoted_outputs(const VariantResult& result) {
  std::vector<std::string> names;
  for (const OutputBuffer& output : result.outputs)
    names.push_back(fmt::format("'{}'", output.name));
  return fmt::format("{}", fmt::join(names, " and "));
}

std::string describe(const BufferDamage& damage, const hippuzzle_variant& variant, const Case& c) {
  const hippuzzle_buffer& buffer = variant.buffers[damage.buffer];
  const uint64_t size = element_size(buffer.type);
  const uint64_t count = element_count(c.shapes[damage.buffer]);
  const uint64_t elements = (damage.guard.bytes + size - 1) / size;
  const uint64_t distance = damage.guard.first_offset / size;
  const auto where = damage.guard.before
                         ? fmt::format("in front of '{}' (index -{})", buffer.name, distance + 1)
                         : fmt::format("past the end of '{}' (index {} of {})", buffer.name,
                                       count + distance, count);
  return fmt::format("the kernel wrote {} element{} {}; guard the write with the size", elements,
                     elements == 1 ? "" : "s", where);
}

}  // namespace

std::string element_name(const VariantResult& result, const CaseResult& c, const Mismatch& m) {
  const hippuzzle_shape& shape = c.shapes[m.output];
  return (result.outputs.size() == 1 ? "" : result.outputs[m.output].name) +
         element_text(static_cast<int64_t>(m.index), {shape.n, shape.rank});
}

std::string describe(const Comparison& comparison, const VariantResult& result,
                     const CaseResult& c) {
  uint64_t count = 0;
  for (const hippuzzle_shape& shape : c.shapes) count += element_count(shape);
  const std::string text = describe(comparison, count);
  if (result.outputs.size() == 1 || comparison.first.empty()) return text;
  return fmt::format("{}, the first is {}", text,
                     element_name(result, c, comparison.first.front()));
}

std::string describe(const Comparison& comparison, uint64_t count) {
  const char* const least = comparison.is_partial ? "at least " : "";
  if (count == 1) {
    return comparison.never_written > 0 ? "the element was never written"
           : comparison.nan > 0         ? "the element is NaN"
                                        : "the element is wrong";
  }
  if (comparison.never_written == comparison.wrong) {
    return fmt::format("{}{} of {} elements {} never written", least, comparison.never_written,
                       count, comparison.never_written == 1 ? "was" : "were");
  }
  std::string text = fmt::format("{}{} of {} elements {} wrong", least, comparison.wrong, count,
                                 comparison.wrong == 1 ? "is" : "are");
  if (comparison.nan > 0) text += fmt::format(", {} of them NaN", comparison.nan);
  if (comparison.never_written > 0) {
    text += fmt::format(", {} of them never written", comparison.never_written);
  }
  return text;
}

std::vector<std::string> describe_faults(const CaseDone& done, const hippuzzle_variant& variant,
                                         const Case& c, const VariantResult& result) {
  std::vector<std::string> faults;
  for (const BufferDamage& damage : done.damage) {
    if (damage.buffer < variant.buffer_count) faults.push_back(describe(damage, variant, c));
  }
  for (const uint32_t input : done.changed_inputs) {
    if (input >= variant.buffer_count) continue;
    faults.push_back(fmt::format("the kernel changed its input '{}'; write to {} only",
                                 variant.buffers[input].name, quoted_outputs(result)));
  }
  return faults;
}

Error error_of(const RunnerEnd& end, std::chrono::milliseconds timeout, const std::string& where) {
  switch (end.how) {
    case RunnerEnd::How::timed_out:
      return {Outcome::timed_out,
              fmt::format("not finished within {} s{} (waiting for a processor is not "
                          "counted); look for a loop that does not end",
                          rounded_seconds(timeout), where),
              Advice{Advice::allow_more_time}};
    case RunnerEnd::How::too_many_threads:
      return {Outcome::crashed,
              fmt::format("more threads started than is allowed{}; a kernel starts none", where)};
    case RunnerEnd::How::out_of_memory:
      return {
          Outcome::crashed,
          fmt::format("more memory used than is allowed{}; look for memory that is allocated and "
                      "never released",
                      where)};
    case RunnerEnd::How::signalled:
      return {Outcome::crashed,
              fmt::format("signal {} ({}){}", end.code, strsignal(end.code), where)};
    case RunnerEnd::How::exited:
      break;
  }
  return {Outcome::crashed,
          fmt::format("the process of the kernels called exit({}){}; a kernel module must "
                      "return from its launch",
                      end.code, where)};
}

}  // namespace hippuzzle
