// Markdown as cmark-gfm parses it, with tables: for whatever shows a lesson, or holds its shape
// against a rule.
#pragma once

#include <cmark-gfm.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace hippuzzle {

// Lessons are ours, and have comments that bound their passages.
constexpr int markdown_options = CMARK_OPT_UNSAFE;

struct CmarkDelete {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(cmark_iter* iter) const { cmark_iter_free(iter); }
  void operator()(char* text) const { std::free(text); }
};
template <class T>
using CmarkOwned = std::unique_ptr<T, CmarkDelete>;

struct MarkdownTree {
  CmarkOwned<cmark_parser> parser;  // its extensions are needed to render as HTML
  CmarkOwned<cmark_node> root;
};

MarkdownTree parse_markdown(const std::string& markdown);

// Calls visit(node, entering) for each node below one, itself among them.
template <class Visit>
void walk(cmark_node* root, const Visit& visit) {
  const CmarkOwned<cmark_iter> iter(cmark_iter_new(root));
  for (cmark_event_type e; (e = cmark_iter_next(iter.get())) != CMARK_EVENT_DONE;) {
    visit(cmark_iter_get_node(iter.get()), e == CMARK_EVENT_ENTER);
  }
}

// Calls visit(child) for each child of a node.
template <class Visit>
void for_each_child(cmark_node* node, const Visit& visit) {
  for (cmark_node* child = cmark_node_first_child(node); child != nullptr;
       child = cmark_node_next(child)) {
    visit(child);
  }
}

// Whether the node has that type, "table_cell"; the types of tables have no constants.
bool is(cmark_node* node, std::string_view type);

// The picture that fills a paragraph's first line, or the paragraph; nullptr where none does.
cmark_node* leading_picture(cmark_node* node);

// The link to a kernel that is all of a paragraph; nullptr where none is.
cmark_node* linked_source(cmark_node* node);

// Adds a node's part of a plain text, in a walk.
void add_plain(std::string& text, cmark_node* node, bool entering);

// The text below a node, without marks.
std::string plain_text_of(cmark_node* root);

}  // namespace hippuzzle
