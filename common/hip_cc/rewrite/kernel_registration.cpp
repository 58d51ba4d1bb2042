#include "hip_cc/rewrite/kernel_registration.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "hip_cc/rewrite/tokens.hpp"

namespace hippuzzle::cc {
namespace {

// A kernel's name and the token of its body's last brace.
struct Definition {
  std::string_view name;
  size_t end;
};

class KernelFinder {
 public:
  explicit KernelFinder(const std::vector<Token>& tokens) : tokens_(tokens) {}

  std::vector<Definition> find() const {
    std::vector<Definition> found;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].is("{") && !opens_namespace(i)) {
        const auto end = closing(i);
        if (!end) return found;
        i = *end;  // a function's body, a class
      } else if (tokens_[i].is("__global__") && !is_template(i)) {
        const auto kernel = definition(i);
        if (!kernel) continue;
        found.push_back(*kernel);
        i = kernel->end;
      }
    }
    return found;
  }

 private:
  // namespace a::b {, namespace {, extern "C" {
  bool opens_namespace(size_t brace) const {
    size_t i = brace;
    while (i > 0 && (tokens_[i - 1].kind == TokenKind::name || tokens_[i - 1].is("::"))) {
      if (tokens_[--i].is("namespace")) return true;
    }
    return brace > 1 && tokens_[brace - 1].kind == TokenKind::literal &&
           tokens_[brace - 2].is("extern");
  }

  bool is_template(size_t i) const {
    while (i-- > 0) {
      const Token& token = tokens_[i];
      if (token.is("template")) return true;
      if (token.is(";") || token.is("}") || token.is("{")) return false;
    }
    return false;
  }

  // __global__ __launch_bounds__(256) void name(parameters) { … }
  std::optional<Definition> definition(size_t i) const {
    for (++i; i + 1 < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is(";") || token.is("{") || token.is("<") || token.is("operator")) break;
      const bool is_name = token.kind == TokenKind::name && tokens_[i + 1].is("(");
      if (token.is("[") || token.is("(")) {
        const auto end = closing(i);
        if (!end) break;
        i = *end;
      } else if (is_name && !takes_arguments(token) && !(i > 0 && tokens_[i - 1].is("::"))) {
        const auto parameters = closing(i + 1);
        if (!parameters || *parameters + 1 >= tokens_.size()) break;
        if (!tokens_[*parameters + 1].is("{")) break;
        const auto end = closing(*parameters + 1);
        if (!end) break;
        return Definition{token.text, *end};
      }
    }
    return std::nullopt;
  }

  static bool takes_arguments(const Token& token) {
    return token.is("__launch_bounds__") || token.is("__attribute__") || token.is("alignas") ||
           token.is("__declspec") || token.is("decltype") || token.is("__align__");
  }

  std::optional<size_t> closing(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      if (depth == 0) return i;
    }
    return std::nullopt;
  }

  const std::vector<Token>& tokens_;
};

}  // namespace

std::string register_kernels(std::string_view source) {
  if (source.find("__global__") == std::string_view::npos) return std::string(source);
  const Tokens tokens(source);
  std::string result;
  size_t from = 0, number = 0;
  for (const Definition& kernel : KernelFinder(tokens.code()).find()) {
    const size_t end = tokens.code()[kernel.end].end;
    result += source.substr(from, end - from);
    result += fmt::format(
        " static const ::hip_cpu::RegisteredKernel hip_cpu_kernel_{0}_{1}(\"{0}\", "
        "[](auto hip_cpu_tag) -> decltype(::hip_cpu::address_of(hip_cpu_tag, {0})) {{ "
        "return ::hip_cpu::address_of(hip_cpu_tag, {0}); }});",
        kernel.name, number++);
    from = end;
  }
  return result += source.substr(from);
}

}  // namespace hippuzzle::cc
