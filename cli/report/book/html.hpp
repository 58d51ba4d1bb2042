// Text put into HTML.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace hippuzzle {

// Escapes the characters that have a meaning in HTML, for text and for attributes.
std::string in_html(std::string_view text);

// The template with a value instead of each "{{name}}". Values are inserted unchanged. A name
// without a value is our own mistake: std::logic_error.
using PageValues = std::initializer_list<std::pair<std::string_view, std::string_view>>;
std::string filled(std::string_view page, PageValues values);

}  // namespace hippuzzle
