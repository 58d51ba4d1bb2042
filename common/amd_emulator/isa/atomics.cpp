// Read-modify-write operations in memory and in LDS, lane after lane. Source: AMD Instinct MI200
// ISA, 12.11 and 12.12; RDNA 3 ISA, 12.16 (the order of ds_cmpstore's operands).
#include "amd_emulator/isa/floating_point.hpp"
#include "amd_emulator/isa/loads_and_stores.hpp"

namespace hippuzzle::amd {
namespace {

template <class T>
T data_at(const Wave& w, uint16_t first_row, unsigned lane) {
  T value;
  for (unsigned k = 0; k < sizeof(T) / 4; ++k)
    std::memcpy(reinterpret_cast<char*>(&value) + 4 * k, &w.rows[first_row + k].lane[lane], 4);
  return value;
}

template <class T>
void give_back(Wave& w, const Instruction& i, unsigned lane, T value) {
  for (unsigned k = 0; k < sizeof(T) / 4; ++k)
    std::memcpy(&w.rows[i.operands[0].index + k].lane[lane],
                reinterpret_cast<const char*>(&value) + 4 * k, 4);
}

// f(in memory, data, the expected value of a comparison). Operands: the old value if it is
// returned, address, data. compares: where the expected value is.
enum class Expected { none, after_data, before_data, next_operand };

// data, other: the first rows of f's second and third argument.
template <class T, auto f, class Place>
void update_at(const Place& at, Wave& w, const Instruction& i, uint16_t data, uint16_t other,
               bool returns) {
  T before[most_lanes];
  for_lanes(w, [&](unsigned l) {
    uint8_t* place = at.at(l, sizeof(T));
    before[l] = T{};
    if (place == nullptr) return;
    std::memcpy(&before[l], place, sizeof(T));
    const T after = f(before[l], data_at<T>(w, data, l), data_at<T>(w, other, l));
    std::memcpy(place, &after, sizeof(T));
  });
  if (returns) for_lanes(w, [&](unsigned l) { give_back(w, i, l, before[l]); });
}

template <class T>
uint16_t behind(uint16_t row) {
  return static_cast<uint16_t>(row + sizeof(T) / 4);
}

template <class Place, class T, auto f, Expected expected>
void update(Wave& w, const Instruction& i, bool returns) {
  const unsigned first = returns ? 1 : 0;
  uint16_t data = i.operands[first + 1].index, other = data;
  if constexpr (expected == Expected::after_data) other = behind<T>(data);
  if constexpr (expected == Expected::before_data) data = i.operands[first + 2].index;
  if constexpr (expected == Expected::next_operand) other = i.operands[first + 2].index;
  update_at<T, f>(Place(w, i, first), w, i, data, other, returns);
}

template <class Place, class T, auto f, Expected expected>
void update_global(Wave& w, const Instruction& i) {
  update<Place, T, f, expected>(w, i, i.has(Instruction::returns));
}

// The returned value takes the data's place.
template <class T, auto f, Expected expected>
void update_buffer(Wave& w, const Instruction& i) {
  const uint16_t data = i.operands[0].index;
  const uint16_t other = expected == Expected::after_data ? behind<T>(data) : data;
  update_at<T, f>(BufferPlace(w, i, 1), w, i, data, other, i.has(Instruction::returns));
}

template <class T, auto f, Expected expected, bool returns>
void update_local(Wave& w, const Instruction& i) {
  update<LocalPlace, T, f, expected>(w, i, returns);
}

template <class T, auto f>
void add_global(Registry& r, const std::string& name, const std::string& later) {
  constexpr Expected none = Expected::none;
  for (const std::string& n : {name, later}) {
    r.add("global_atomic_" + n, update_global<GlobalPlace, T, f, none>);
    r.add("flat_atomic_" + n, update_global<FlatPlace, T, f, none>);
    r.add("buffer_atomic_" + n, update_buffer<T, f, none>);
  }
}

template <class T, auto f>
void add_local(Registry& r, const std::string& name, const std::string& type) {
  r.add("ds_" + name + "_" + type, update_local<T, f, Expected::none, false>);
  r.add("ds_" + name + "_rtn_" + type, update_local<T, f, Expected::none, true>);
}

// One operation of 32 and 64 bits under its names: of gfx9 and gfx10 in memory (add, add_x2), of
// gfx11 in memory (add_u32, add_u64), in LDS (add_u32, add_u64).
template <class T32, class T64, auto f>
void add_operation(Registry& r, const std::string& name, const std::string& later,
                   const std::string& kind) {
  add_global<T32, f>(r, name, later + "_" + kind + "32");
  add_global<T64, f>(r, name + "_x2", later + "_" + kind + "64");
}

template <class T32, class T64, auto f>
void add_everywhere(Registry& r, const std::string& name, const std::string& later,
                    const std::string& kind) {
  add_operation<T32, T64, f>(r, name, later, kind);
  add_local<T32, f>(r, later, kind + "32");
  add_local<T64, f>(r, later, kind + "64");
}

template <class T>
constexpr T chosen_smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return smaller(a, b);
  return a < b ? a : b;
}

template <class T>
constexpr T chosen_larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return larger(a, b);
  return a > b ? a : b;
}

void add_integers(Registry& r) {
  using U = uint32_t;
  using V = uint64_t;
  add_everywhere<U, V, [](auto m, auto d, auto) { return m + d; }>(r, "add", "add", "u");
  add_everywhere<U, V, [](auto m, auto d, auto) { return m - d; }>(r, "sub", "sub", "u");
  add_everywhere<U, V, [](auto m, auto d, auto) { return m & d; }>(r, "and", "and", "b");
  add_everywhere<U, V, [](auto m, auto d, auto) { return m | d; }>(r, "or", "or", "b");
  add_everywhere<U, V, [](auto m, auto d, auto) { return m ^ d; }>(r, "xor", "xor", "b");
  add_everywhere<U, V, [](auto m, auto d, auto) { return chosen_smaller(m, d); }>(r, "umin", "min",
                                                                                  "u");
  add_everywhere<U, V, [](auto m, auto d, auto) { return chosen_larger(m, d); }>(r, "umax", "max",
                                                                                 "u");
  add_everywhere<int32_t, int64_t, [](auto m, auto d, auto) { return chosen_smaller(m, d); }>(
      r, "smin", "min", "i");
  add_everywhere<int32_t, int64_t, [](auto m, auto d, auto) { return chosen_larger(m, d); }>(
      r, "smax", "max", "i");
  add_everywhere<U, V, [](auto m, auto d, auto) { return m >= d ? decltype(m){0} : m + 1; }>(
      r, "inc", "inc", "u");
  add_everywhere<U, V, [](auto m, auto d, auto) { return (m == 0 || m > d) ? d : m - 1; }>(
      r, "dec", "dec", "u");
  add_operation<U, V, [](auto, auto d, auto) { return d; }>(r, "swap", "swap", "b");
  for (const char* name : {"ds_wrxchg_rtn_b", "ds_storexchg_rtn_b"}) {
    constexpr auto exchange = [](auto, auto d, auto) { return d; };
    r.add(std::string(name) + "32", update_local<U, exchange, Expected::none, true>);
    r.add(std::string(name) + "64", update_local<V, exchange, Expected::none, true>);
  }
}

void add_floats(Registry& r) {
  constexpr auto sum = [](auto m, auto d, auto) { return m + d; };
  constexpr auto least = [](auto m, auto d, auto) { return chosen_smaller(m, d); };
  constexpr auto most = [](auto m, auto d, auto) { return chosen_larger(m, d); };
  add_global<float, sum>(r, "add_f32", "add_f32");
  add_global<double, sum>(r, "add_f64", "add_f64");
  add_global<float, least>(r, "fmin", "min_f32");
  add_global<float, most>(r, "fmax", "max_f32");
  add_global<double, least>(r, "fmin_x2", "min_f64");
  add_global<double, most>(r, "fmax_x2", "max_f64");
  add_local<float, sum>(r, "add", "f32");
  add_local<double, sum>(r, "add", "f64");
  add_local<float, least>(r, "min", "f32");
  add_local<float, most>(r, "max", "f32");
  add_local<double, least>(r, "min", "f64");
  add_local<double, most>(r, "max", "f64");
}

template <class T, Expected in_lds>
void add_compare(Registry& r, const std::string& name, const std::string& bits,
                 const std::string& local) {
  constexpr auto swap = [](T m, T d, T expected) { return m == expected ? d : m; };
  for (const std::string& n : {name, "cmpswap_b" + bits}) {
    r.add("global_atomic_" + n, update_global<GlobalPlace, T, swap, Expected::after_data>);
    r.add("flat_atomic_" + n, update_global<FlatPlace, T, swap, Expected::after_data>);
    r.add("buffer_atomic_" + n, update_buffer<T, swap, Expected::after_data>);
  }
  r.add("ds_" + local + "_b" + bits, update_local<T, swap, in_lds, false>);
  r.add("ds_" + local + "_rtn_b" + bits, update_local<T, swap, in_lds, true>);
}

}  // namespace

void add_atomics(Registry& r, Generation generation) {
  add_integers(r);
  add_floats(r);
  // LDS up to gfx10: the expected value, then the new one; gfx11: the other way round.
  if (generation == Generation::gfx11) {
    add_compare<uint32_t, Expected::next_operand>(r, "cmpswap", "32", "cmpstore");
    add_compare<uint64_t, Expected::next_operand>(r, "cmpswap_x2", "64", "cmpstore");
  } else {
    add_compare<uint32_t, Expected::before_data>(r, "cmpswap", "32", "cmpst");
    add_compare<uint64_t, Expected::before_data>(r, "cmpswap_x2", "64", "cmpst");
  }
}

}  // namespace hippuzzle::amd
