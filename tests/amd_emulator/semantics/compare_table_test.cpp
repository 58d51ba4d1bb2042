// Every comparison of every type, of a smaller, an equal and a greater number and of NaN.
#include <array>

#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace compare_table_test {

// Holds for a smaller, an equal, a greater first number, or where one is NaN: a bit each.
struct Order {
  const char* name;
  unsigned holds;
};
constexpr unsigned smaller = 1, equal = 2, greater = 4, unordered = 8;
constexpr Order of_all[] = {{"f", 0},        {"lt", smaller},         {"eq", equal},
                            {"gt", greater}, {"le", smaller | equal}, {"ge", greater | equal}};
constexpr Order of_integers[] = {{"ne", smaller | greater}, {"t", smaller | equal | greater}};
constexpr Order of_floats[] = {{"lg", smaller | greater},
                               {"o", smaller | equal | greater},
                               {"u", unordered},
                               {"nge", smaller | unordered},
                               {"nlg", equal | unordered},
                               {"ngt", smaller | equal | unordered},
                               {"nle", greater | unordered},
                               {"neq", smaller | greater | unordered},
                               {"nlt", equal | greater | unordered},
                               {"tru", smaller | equal | greater | unordered}};

// Lane l compares numbers[l % 4] with numbers[1].
struct Type {
  const char* name;
  std::array<uint64_t, 4> numbers;
  bool is_float = false, is_wide = false;
};
constexpr uint64_t minus_one = ~uint64_t{0};
const Type types[] = {{"i16", {0xffff, 5, 6, 5}},
                      {"u16", {4, 5, 0xffff, 5}},
                      {"i32", {0xffffffff, 5, 6, 5}},
                      {"u32", {4, 5, 0xffffffff, 5}},
                      {"i64", {minus_one, 5, uint64_t{6} << 32, 5}, false, true},
                      {"u64", {4, 5, minus_one, 5}, false, true},
                      {"f16", {0x8001, 0, 0x0001, 0x7e00}, true},  // denormal numbers
                      {"f32", {0x80000001, 0, 0x00000001, 0x7fc00000}, true},
                      {"f64", {uint64_t{1} << 63 | 1, 0, 1, uint64_t{0x7ff8} << 48}, true, true}};

void expect_order(const Type& type, const Order& order) {
  OneInstruction one;
  uint64_t expected = 0;
  for (unsigned l = 0; l < most_lanes; ++l) {
    const uint64_t number = type.numbers[l % 4];
    one.wave.rows[2].lane[l] = static_cast<uint32_t>(number);
    one.wave.rows[3].lane[l] = static_cast<uint32_t>(number >> 32);
    // The fourth of integers is equal.
    const unsigned what = l % 4 < 3 ? 1u << l % 4 : type.is_float ? unordered : equal;
    expected |= uint64_t{(order.holds & what) != 0} << l;
  }
  one.fill_pair(4, type.numbers[1]);
  const std::string sources = type.is_wide ? "v[2:3], v[4:5]" : "v2, v4";
  const std::string name = std::string(order.name) + "_" + type.name;
  one.execute("v_cmp_" + name + "_e64 s[6:7], " + sources);
  EXPECT_EQ(one.wave.pair(6), expected) << name;
  EXPECT_EQ(one.wave.exec(), ~uint64_t{0}) << name;
  const uint64_t on = 0x00ffff00ffff0f0f;
  one.wave.set_pair(scalar::exec, on);
  one.execute("v_cmpx_" + name + "_e64 s[6:7], " + sources);
  EXPECT_EQ(one.wave.pair(6), expected & on) << name;
  EXPECT_EQ(one.wave.exec(), expected & on) << name;
}

TEST(Comparisons, OfAllTypesHoldAsTheirNamesSay) {
  for (const Type& type : types) {
    for (const Order& order : of_all) expect_order(type, order);
    if (type.is_float) {
      for (const Order& order : of_floats) expect_order(type, order);
    } else {
      for (const Order& order : of_integers) expect_order(type, order);
    }
  }
}

// The order follows the bits of the class: signalling and quiet NaN, then from minus infinity to
// infinity.
TEST(Comparisons, ClassesAreToldApart) {
  const std::pair<const char*, std::array<uint64_t, 10>> all[] = {
      {"f16", {0x7d00, 0x7e00, 0xfc00, 0xbc00, 0x8001, 0x8000, 0x0000, 0x0001, 0x3c00, 0x7c00}},
      {"f32",
       {0x7fa00000, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x3f800000,
        0x7f800000}},
      {"f64",
       {0x7ff4000000000000, 0x7ff8000000000000, 0xfff0000000000000, 0xbff0000000000000,
        0x8000000000000001, 0x8000000000000000, 0, 1, 0x3ff0000000000000, 0x7ff0000000000000}}};
  for (const auto& [type, numbers] : all) {
    for (unsigned k = 0; k < numbers.size(); ++k) {
      for (const char* compare : {"v_cmp", "v_cmpx"}) {
        OneInstruction one;
        one.fill_pair(2, numbers[k]);
        for (uint32_t l = 0; l < most_lanes; ++l) one.wave.rows[4].lane[l] = 1u << l % 10;
        const std::string source = type == std::string("f64") ? "v[2:3]" : "v2";
        one.execute(std::string(compare) + "_class_" + type + "_e64 s[6:7], " + source + ", v4");
        uint64_t expected = 0;
        for (unsigned l = k; l < most_lanes; l += 10) expected |= uint64_t{1} << l;
        EXPECT_EQ(one.wave.pair(6), expected) << compare << " " << type << " " << k;
      }
    }
  }
}

}  // namespace compare_table_test
}  // namespace hippuzzle::amd
