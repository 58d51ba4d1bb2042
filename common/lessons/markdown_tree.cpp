#include "lessons/markdown_tree.hpp"

#include <cmark-gfm-core-extensions.h>

namespace hippuzzle {

MarkdownTree parse_markdown(const std::string& markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  MarkdownTree tree;
  tree.parser.reset(cmark_parser_new(markdown_options));
  cmark_parser_attach_syntax_extension(tree.parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(tree.parser.get(), markdown.data(), markdown.size());
  tree.root.reset(cmark_parser_finish(tree.parser.get()));
  return tree;
}

bool is(cmark_node* node, std::string_view type) {
  return cmark_node_get_type_string(node) == type;
}

cmark_node* leading_picture(cmark_node* node) {
  if (cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH) return nullptr;
  cmark_node* child = cmark_node_first_child(node);
  if (child == nullptr || cmark_node_get_type(child) != CMARK_NODE_IMAGE) return nullptr;
  cmark_node* next = cmark_node_next(child);
  return next == nullptr || cmark_node_get_type(next) == CMARK_NODE_SOFTBREAK ? child : nullptr;
}

cmark_node* linked_source(cmark_node* node) {
  if (cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH) return nullptr;
  cmark_node* child = cmark_node_first_child(node);
  if (child == nullptr || cmark_node_get_type(child) != CMARK_NODE_LINK) return nullptr;
  const std::string_view target = cmark_node_get_url(child);
  return target.ends_with(".hip") && cmark_node_next(child) == nullptr ? child : nullptr;
}

void add_plain(std::string& text, cmark_node* node, bool entering) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (!entering) {
    if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING || is(node, "table_cell")) {
      text += ' ';
    }
  } else if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK) {
    text += cmark_node_get_literal(node);
    if (type == CMARK_NODE_CODE_BLOCK) text += ' ';
  } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
    text += ' ';
  }
}

std::string plain_text_of(cmark_node* root) {
  std::string text;
  walk(root, [&](cmark_node* node, bool entering) { add_plain(text, node, entering); });
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace hippuzzle
