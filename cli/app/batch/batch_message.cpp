#include "cli/app/batch/batch_message.hpp"

#include <cstdint>
#include <cstring>

namespace hippuzzle {
namespace {

class Writer {
 public:
  template <class Number>
  void number(Number value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void string(const std::string& value) {
    number(uint64_t{value.size()});
    text_ += value;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Reads a worker's message, in the order in which the same program wrote it.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, text_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string string() {
    const auto size = number<uint64_t>();
    at_ += size;
    return text_.substr(at_ - size, size);
  }

 private:
  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

std::string encode_messages(const std::vector<BatchMessage>& messages) {
  Writer out;
  out.number(uint64_t{messages.size()});
  for (const BatchMessage& message : messages) {
    const VariantResult& result = message.batch.result;
    for (const std::string* text : {&result.puzzle, &result.variant, &result.platform,
                                    &result.reason, &message.batch.command}) {
      out.string(*text);
    }
    out.number(result.outcome);
    out.number(result.kernels);
    out.number(message.batch.seconds);
    out.number(message.batch.repetition);
    out.number(uint64_t{message.texts.size()});
    for (const std::string& text : message.texts) out.string(text);
  }
  return out.take();
}

std::vector<BatchMessage> decode_messages(const std::string& text) {
  Reader in(text);
  std::vector<BatchMessage> messages(in.number<uint64_t>());
  for (BatchMessage& message : messages) {
    VariantResult& result = message.batch.result;
    for (std::string* field : {&result.puzzle, &result.variant, &result.platform, &result.reason,
                               &message.batch.command}) {
      *field = in.string();
    }
    result.outcome = in.number<Outcome>();
    result.kernels = in.number<Kernels>();
    message.batch.seconds = in.number<double>();
    message.batch.repetition = in.number<int>();
    message.texts.resize(in.number<uint64_t>());
    for (std::string& field : message.texts) field = in.string();
  }
  return messages;
}

}  // namespace hippuzzle
