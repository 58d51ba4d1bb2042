#include "cli/terminal/charts/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/charts/canvas.hpp"
#include "cli/terminal/charts/picture_text.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

struct Point {
  double x = 0, y = 0;
};

// The nearest of the 6 x 6 x 6 colours from number 16 on; nullopt for white and for none.
std::optional<int> fill_of(const pugi::xml_node& shape) {
  const std::string_view fill = shape.attribute("fill").as_string();
  if (fill.size() != 7 || fill[0] != '#' || fill == "#ffffff") return std::nullopt;
  const long rgb = std::strtol(fill.data() + 1, nullptr, 16);
  const auto level = [](long value) { return static_cast<int>(std::lround(value / 51.0)); };
  return 16 + 36 * level(rgb >> 16 & 255) + 6 * level(rgb >> 8 & 255) + level(rgb & 255);
}

// Dark enough to stand out from the light colours that most shapes have.
bool is_dark(const pugi::xml_node& shape) {
  const std::string_view fill = shape.attribute("fill").as_string();
  if (fill.size() != 7 || fill[0] != '#') return false;
  const long rgb = std::strtol(fill.data() + 1, nullptr, 16);
  return (rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255) < 3 * 170;
}

constexpr int rows_below = 3;  // for texts that go on there

class Picture {
 public:
  Picture(Point origin, Point size, int columns, bool colour)
      : origin_(origin),
        scale_(columns * Canvas::dots_across / size.x),
        canvas_(columns, static_cast<int>(size.y * scale_ / Canvas::dots_down) + rows_below, false),
        colour_(colour) {}

  void draw(const pugi::xml_node& node) {
    const std::string_view name = node.name();
    if (name == "rect") rect(node);
    if (name == "circle") circle(node);
    if (name == "line") line(node);
    if (name == "path") path(node);
    if (name == "text") texts_.push_back(node);
    if (name == "g" || name == "svg") {
      for (const pugi::xml_node& child : node.children()) draw(child);
    }
  }

  // Texts last: they are what must be read. "" where they cannot be.
  std::string text() {
    std::vector<PictureText> texts;
    for (const pugi::xml_node& node : texts_) {
      if (std::optional<PictureText> text = placed(node)) texts.push_back(std::move(*text));
    }
    if (!write_texts(canvas_, texts)) return "";
    std::string all;
    for (int row = 0; row < canvas_.rows(); ++row) all += canvas_.row_text(row) + '\n';
    const size_t first = all.find_first_not_of('\n'), last = all.find_last_not_of('\n');
    return first == all.npos ? "" : all.substr(first, last + 1 - first) + '\n';
  }

 private:
  static double number(const pugi::xml_node& node, const char* name) {
    return node.attribute(name).as_double();
  }
  Point dots(Point p) const { return {(p.x - origin_.x) * scale_, (p.y - origin_.y) * scale_}; }

  void stroke(const pugi::xml_node& of, Point from, Point to) {
    if (!of.attribute("stroke")) return;
    const Point a = dots(from), b = dots(to);
    const bool is_dashed = !of.attribute("stroke-dasharray").empty();
    canvas_.line(a.x, a.y, b.x, b.y, is_dashed);
  }

  // Fills the cells whose middle is inside.
  template <class Inside>
  void fill(const pugi::xml_node& shape, Point least, Point most, const Inside& is_inside) {
    const std::optional<int> colour = fill_of(shape);
    if (!colour_ || !colour) return;
    const Point first = dots(least), last = dots(most);
    for (int row = static_cast<int>(first.y / 4); row <= static_cast<int>(last.y / 4); ++row) {
      for (int c = static_cast<int>(first.x / 2); c <= static_cast<int>(last.x / 2); ++c) {
        if (is_inside(
                Point{(2 * c + 1) / scale_ + origin_.x, (4 * row + 2) / scale_ + origin_.y})) {
          canvas_.paint(c, row, *colour);
        }
      }
    }
  }

  void rect(const pugi::xml_node& node) {
    const Point a{number(node, "x"), number(node, "y")};
    const Point b{a.x + number(node, "width"), a.y + number(node, "height")};
    fill(node, a, b, [&](Point p) { return p.x >= a.x && p.x < b.x && p.y >= a.y && p.y < b.y; });
    if (std::min(b.x - a.x, b.y - a.y) * scale_ < least_outline) return speck(node, a, b);
    stroke(node, a, {b.x, a.y});
    stroke(node, {b.x, a.y}, b);
    stroke(node, b, {a.x, b.y});
    stroke(node, {a.x, b.y}, a);
  }

  // A cell too small for an outline is dots, where it stands out from others.
  void speck(const pugi::xml_node& node, Point from, Point to) {
    if (!is_dark(node)) return;
    const Point a = dots(from), b = dots(to);
    for (int y = static_cast<int>(a.y); y < std::max(b.y, a.y + 1); ++y) {
      for (int x = static_cast<int>(a.x); x < std::max(b.x, a.x + 1); ++x) canvas_.dot(x, y);
    }
  }

  void circle(const pugi::xml_node& node) {
    const Point middle{number(node, "cx"), number(node, "cy")};
    const double r = number(node, "r");
    fill(node, {middle.x - r, middle.y - r}, {middle.x + r, middle.y + r},
         [&](Point p) { return std::hypot(p.x - middle.x, p.y - middle.y) < r; });
    constexpr int sides = 24;
    for (int i = 0; i < sides; ++i) {
      const auto at = [&](int side) {
        const double angle = side * 2 * M_PI / sides;
        return Point{middle.x + r * std::cos(angle), middle.y + r * std::sin(angle)};
      };
      stroke(node, at(i), at(i + 1));
    }
  }

  void line(const pugi::xml_node& node) {
    const Point from{number(node, "x1"), number(node, "y1")};
    const Point to{number(node, "x2"), number(node, "y2")};
    stroke(node, from, to);
    tip(node, from, to);
  }

  // An arrow's end, by the direction of the line.
  void tip(const pugi::xml_node& node, Point from, Point to) {
    if (node.attribute("marker-end").empty()) return;
    static constexpr const char* arrows[] = {"→", "↘", "↓", "↙", "←", "↖", "↑", "↗"};
    const double eighth = std::atan2(to.y - from.y, to.x - from.x) / (M_PI / 4);
    const Point end = dots(to);
    canvas_.put(static_cast<int>(end.x) / 2, static_cast<int>(end.y) / 4,
                arrows[(std::lround(eighth) + 8) % 8]);
  }

  void path(const pugi::xml_node& node) {
    const std::string_view moves = node.attribute("d").as_string();
    constexpr int most_lines = 32;  // of a raster that dots can show
    if (std::ranges::count(moves, 'M') > most_lines) return;
    std::istringstream data{std::string(moves)};
    Point at, before, start;
    const auto go_to = [&](Point to) {
      stroke(node, at, to);
      before = at;
      at = to;
    };
    const auto point = [&] {
      Point p;
      data >> p.x;
      if (data.peek() == ',') data.get();
      data >> p.y;
      if (data.peek() == ',') data.get();
      return p;
    };
    char command = 0;
    while (data >> std::ws && data.peek() != EOF) {
      const int next = data.peek();
      if (std::isalpha(next) != 0) command = static_cast<char>(data.get());
      if (command == 'M') {
        at = before = start = point();
        command = 'L';
      } else if (command == 'L') {
        go_to(point());
      } else if (command == 'H' || command == 'V') {
        Point to = at;
        data >> (command == 'H' ? to.x : to.y);
        go_to(to);
      } else if (command == 'C') {
        const Point a = at, b = point(), c = point(), d = point();
        constexpr int pieces = 16;
        for (int i = 1; i <= pieces; ++i) {
          const double t = static_cast<double>(i) / pieces, s = 1 - t;
          const double wa = s * s * s, wb = 3 * s * s * t, wc = 3 * s * t * t, wd = t * t * t;
          go_to({wa * a.x + wb * b.x + wc * c.x + wd * d.x,
                 wa * a.y + wb * b.y + wc * c.y + wd * d.y});
        }
      } else if (command == 'z' || command == 'Z') {
        go_to(start);
      } else {
        return;  // what the figures do not have
      }
      if (!data) return;
    }
    tip(node, before, at);
  }

  // The place where the text begins; upright ones are written at once.
  std::optional<PictureText> placed(const pugi::xml_node& node) {
    const std::string text = node.text().as_string();
    const double height = node.attribute("font-size").as_double(14);
    const Point at = dots({number(node, "x"), number(node, "y") - 0.35 * height});
    const auto width = static_cast<int>(display_width(text));
    const std::string_view anchor = node.attribute("text-anchor").as_string("start");
    const double column = at.x / Canvas::dots_across, row = at.y / Canvas::dots_down;
    if (std::strncmp(node.attribute("transform").as_string(), "rotate(-90", 10) == 0) {
      write_upright(canvas_, column, row, text);
      return std::nullopt;
    }
    const double before = anchor == "middle" ? width / 2.0 : anchor == "end" ? width : 0;
    const auto left = static_cast<int>(std::lround(column - before));
    return PictureText{
        std::clamp(left, 0, std::max(0, canvas_.columns() - width)), static_cast<int>(row), {text}};
  }

  static constexpr double least_outline = 3;  // dots

  Point origin_;
  double scale_;  // dots a unit
  Canvas canvas_;
  bool colour_;
  std::vector<pugi::xml_node> texts_;
};

}  // namespace

std::string picture_text(const std::string& svg, int columns, bool colour) {
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size())) return "";
  const pugi::xml_node root = document.child("svg");
  std::istringstream box(root.attribute("viewBox").as_string());
  Point origin, size;
  if (!(box >> origin.x >> origin.y >> size.x >> size.y) || size.x <= 0 || size.y <= 0) return "";
  Picture picture(origin, size, columns, colour);
  picture.draw(root);
  return picture.text();
}

}  // namespace hippuzzle
