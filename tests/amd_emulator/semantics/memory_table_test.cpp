// A row for each load, store and atomic operation in each kind of memory.
#include <cstring>

#include "amd_emulator/isa/places.hpp"
#include "tests/amd_emulator/semantics/one_instruction.hpp"

namespace hippuzzle::amd {
namespace memory_table_test {

// A kind of memory: how its instructions begin, and their operands that address the 16 bytes.
struct Place {
  const char* name;
  const char* address;
  bool data_first = false;  // of stores
};
constexpr Place places[] = {{"global", "v[2:3], off"},
                            {"flat", "v[2:3]"},
                            {"scratch", "v1, off"},
                            {"buffer", "v1, s[4:7], 0 offen", true}};

// Device memory and the first lane's private memory hold 80 91 a2 ... 7f.
class AllPlaces {
 public:
  AllPlaces() : private_bytes_(size_t{most_lanes} * 64) {
    for (unsigned k = 0; k < 16; ++k) start_[k] = static_cast<uint8_t>(0x80 + 0x11 * k);
    reset();
    one.memory.add(reinterpret_cast<uint64_t>(memory_), sizeof memory_);
    one.fill_pair(2, reinterpret_cast<uint64_t>(memory_));
    one.fill(1, 0);
    one.wave.private_memory = private_bytes_.data();
    one.wave.private_bytes = 64;
    for (unsigned k = 0; k < 4; ++k) one.wave.scalars[4 + k] = private_descriptor[k];
    one.wave.set_pair(scalar::exec, 1);
  }
  void reset() {
    std::memcpy(memory_, start_, 16);
    std::memcpy(private_bytes_.data(), start_, 16);
    std::memcpy(one.workgroup.lds.data(), start_, 16);
  }
  const uint8_t* bytes(const std::string& place) const {
    if (place == "ds") return one.workgroup.lds.data();
    return place == "scratch" || place == "buffer" ? private_bytes_.data() : memory_;
  }
  const uint8_t* start() const { return start_; }

  OneInstruction one;

 private:
  alignas(16) uint8_t memory_[16];
  uint8_t start_[16];
  std::vector<uint8_t> private_bytes_;
};

struct LoadRow {
  const char* name;
  const char* in_lds;
  std::vector<uint32_t> expected;
};
// Registers hold 55556666 before.
const std::vector<LoadRow> loads = {
    {"dword", "b32", {0xb3a29180}},
    {"dwordx2", "b64", {0xb3a29180, 0xf7e6d5c4}},
    {"dwordx3", "b96", {0xb3a29180, 0xf7e6d5c4, 0x3b2a1908}},
    {"dwordx4", "b128", {0xb3a29180, 0xf7e6d5c4, 0x3b2a1908, 0x7f6e5d4c}},
    {"ubyte", "u8", {0x80}},
    {"sbyte", "i8", {0xffffff80}},
    {"ushort", "u16", {0x9180}},
    {"sshort", "i16", {0xffff9180}},
    {"ubyte_d16", "u8_d16", {0x55550080}},
    {"ubyte_d16_hi", "u8_d16_hi", {0x00806666}},
    {"sbyte_d16", "i8_d16", {0x5555ff80}},
    {"sbyte_d16_hi", "i8_d16_hi", {0xff806666}},
    {"short_d16", "u16_d16", {0x55559180}},
    {"short_d16_hi", "u16_d16_hi", {0x91806666}},
};

void expect_loaded(AllPlaces& all, const std::string& text, const std::vector<uint32_t>& expected) {
  for (unsigned k = 0; k < 5; ++k) all.one.fill(8 + k, 0x55556666);
  ASSERT_NO_THROW(all.one.execute(text)) << text;
  for (unsigned k = 0; k < 5; ++k) {
    EXPECT_EQ(all.one.lane(8 + k), k < expected.size() ? expected[k] : 0x55556666u) << text;
    EXPECT_EQ(all.one.lane(8 + k, 1), 0x55556666u) << text << ": a lane that is off";
  }
}

TEST(MemoryTable, Loads) {
  AllPlaces all;
  for (const LoadRow& r : loads) {
    for (const Place& p : places) {
      const std::string name = std::string(p.name) + "_load_" + r.name;
      expect_loaded(all, name + " v[8:11], " + p.address, r.expected);
    }
    expect_loaded(all, std::string("ds_read_") + r.in_lds + " v[8:11], v1", r.expected);
  }
}

struct StoreRow {
  const char* name;
  const char* in_lds;
  std::vector<uint8_t> expected;
};
const std::vector<StoreRow> stores = {
    {"byte", "b8", {0x11}},
    {"byte_d16_hi", "b8_d16_hi", {0x33}},
    {"short", "b16", {0x11, 0x22}},
    {"short_d16_hi", "b16_d16_hi", {0x33, 0x44}},
    {"dword", "b32", {0x11, 0x22, 0x33, 0x44}},
    {"dwordx2", "b64", {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88}},
    {"dwordx3", "b96", {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc}},
    {"dwordx4",
     "b128",
     {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
      0x01}},
};

void expect_stored(AllPlaces& all, const std::string& place, const std::string& text,
                   const std::vector<uint8_t>& expected) {
  all.reset();
  ASSERT_NO_THROW(all.one.execute(text)) << text;
  for (unsigned k = 0; k < 16; ++k)
    EXPECT_EQ(all.bytes(place)[k], k < expected.size() ? expected[k] : all.start()[k])
        << text << " byte " << k;
}

TEST(MemoryTable, Stores) {
  AllPlaces all;
  all.one.fill(8, 0x44332211);
  all.one.fill(9, 0x88776655);
  all.one.fill(10, 0xccbbaa99);
  all.one.fill(11, 0x01ffeedd);
  for (const StoreRow& r : stores) {
    for (const Place& p : places) {
      const std::string name = std::string(p.name) + "_store_" + r.name;
      const std::string address = p.address;
      const size_t comma = address.find(',');
      const std::string rest = comma == address.npos ? "" : address.substr(comma);
      const std::string text = p.data_first
                                   ? name + " v[8:11], " + address
                                   : name + " " + address.substr(0, comma) + ", v[8:11]" + rest;
      expect_stored(all, p.name, text, r.expected);
    }
    expect_stored(all, "ds", std::string("ds_write_") + r.in_lds + " v1, v[8:11]", r.expected);
  }
}

TEST(MemoryTable, TwoAddressesOfLds) {
  AllPlaces all;
  for (unsigned k = 0; k < 4; ++k) all.one.fill(8 + k, 0x10 + k);
  const auto word = [&](unsigned byte) {
    uint32_t value = 0;
    std::memcpy(&value, &all.one.workgroup.lds[byte], 4);
    return value;
  };
  all.one.execute("ds_write2_b32 v1, v8, v9 offset0:2 offset1:5");
  EXPECT_EQ(word(8), 0x10u);
  EXPECT_EQ(word(20), 0x11u);
  all.one.execute("ds_write2_b64 v1, v[8:9], v[10:11] offset0:4 offset1:6");
  EXPECT_EQ(word(36), 0x11u);
  EXPECT_EQ(word(48), 0x12u);
  all.one.execute("ds_write2st64_b64 v1, v[8:9], v[10:11] offset0:0 offset1:1");
  EXPECT_EQ(word(4), 0x11u);
  EXPECT_EQ(word(516), 0x13u);
  all.one.execute("ds_read2_b64 v[12:15], v1 offset0:4 offset1:6");
  EXPECT_EQ(all.one.pair(12), 0x1100000010u);
  EXPECT_EQ(all.one.pair(14), 0x1300000012u);
  all.one.execute("ds_read2st64_b64 v[12:15], v1 offset0:0 offset1:1");
  EXPECT_EQ(all.one.pair(12), 0x1100000010u);
  EXPECT_EQ(all.one.pair(14), 0x1300000012u);
  all.one.execute("ds_read2st64_b32 v[12:13], v1 offset0:0 offset1:2");
  EXPECT_EQ(all.one.lane(12), 0x10u);
  EXPECT_EQ(all.one.lane(13), 0x12u);
}

// The old value, the operand and the new value; of 32 bits, and sign-extended to 64.
struct AtomicRow {
  const char* name;
  const char* in_lds;
  int32_t before, data, after;
};
const std::vector<AtomicRow> atomics = {
    {"add", "add_u", -1, 3, 2},    {"sub", "sub_u", 1, 3, -2},      {"and", "and_b", 0xc, 0xa, 0x8},
    {"or", "or_b", 0xc, 0xa, 0xe}, {"xor", "xor_b", 0xc, 0xa, 0x6}, {"umin", "min_u", -1, 3, 3},
    {"umax", "max_u", -1, 3, -1},  {"smin", "min_i", -1, 3, -1},    {"smax", "max_i", -1, 3, 3},
    {"inc", "inc_u", 3, 3, 0},     {"inc", "inc_u", 2, 3, 3},       {"dec", "dec_u", 0, 3, 3},
    {"dec", "dec_u", 3, 3, 2},     {"dec", "dec_u", 9, 3, 3},       {"swap", "wrxchg_b", -1, 3, 3},
};

// "add_u" to "add_u32", "add_rtn_u64".
std::string lds_name(const std::string& name, bool returns, const std::string& bits) {
  const size_t type = name.rfind('_');
  return "ds_" + name.substr(0, type) + (returns ? "_rtn" : "") + name.substr(type) + bits;
}

class Atomic {
 public:
  explicit Atomic(uint64_t before, uint64_t data, uint64_t expected_value) {
    one.memory.add(reinterpret_cast<uint64_t>(&word_), 8);
    one.fill_pair(2, reinterpret_cast<uint64_t>(&word_));
    one.wave.set_pair(12, reinterpret_cast<uint64_t>(&word_));  // a raw buffer of 8 bytes
    one.wave.set_pair(14, uint64_t{0x20000} << 32 | 8);
    one.fill(1, 16);
    one.fill_pair(4, data);
    one.fill_pair(6, expected_value);
    one.wave.set_pair(scalar::exec, 1);
    word_ = before;
    std::memcpy(&one.workgroup.lds[16], &before, 8);
  }
  // The value of `bytes` bytes after the operation, in memory or in LDS.
  uint64_t after(bool is_local, unsigned bytes) const {
    uint64_t value = 0;
    std::memcpy(&value, is_local ? static_cast<const void*>(&one.workgroup.lds[16]) : &word_,
                bytes);
    return value;
  }
  OneInstruction one;

 private:
  uint64_t word_ = 0;
};

void expect_atomic(const std::string& text, bool is_local, bool returns, unsigned bytes,
                   uint64_t before, uint64_t data, uint64_t after) {
  Atomic atomic(before, data, 0);
  atomic.one.fill_pair(8, 0x7777777766666666);
  ASSERT_NO_THROW(atomic.one.execute(text)) << text;
  const uint64_t mask = bytes == 8 ? ~uint64_t{0} : 0xffffffff;
  EXPECT_EQ(atomic.after(is_local, bytes), after & mask) << text;
  EXPECT_EQ(atomic.one.pair(8) & mask, (returns ? before : 0x7777777766666666) & mask) << text;
}

void expect_everywhere(const std::string& name, const std::string& in_lds, unsigned bytes,
                       uint64_t before, uint64_t data, uint64_t after) {
  const std::string registers = bytes == 8 ? "v[4:5]" : "v4", result = bytes == 8 ? "v[8:9]" : "v8";
  if (!name.empty()) {
    for (const std::string place : {"global", "flat"}) {
      const std::string off = place == "global" ? ", off" : "";
      const std::string whole = place + "_atomic_" + name;
      expect_atomic(whole + " v[2:3], " + registers + off, false, false, bytes, before, data,
                    after);
      expect_atomic(whole + " " + result + ", v[2:3], " + registers + off + " glc", false, true,
                    bytes, before, data, after);
    }
    // The returned value replaces the data.
    const std::string buffer = "buffer_atomic_" + name + " " + registers + ", off, s[12:15], 0";
    expect_atomic(buffer, false, false, bytes, before, data, after);
    Atomic returned(before, data, 0);
    ASSERT_NO_THROW(returned.one.execute(buffer + " glc")) << buffer;
    const uint64_t mask = bytes == 8 ? ~uint64_t{0} : 0xffffffff;
    EXPECT_EQ(returned.after(false, bytes), after & mask) << buffer;
    EXPECT_EQ(returned.one.pair(4) & mask, before & mask) << buffer;
  }
  if (in_lds.empty()) return;
  const std::string bits = bytes == 8 ? "64" : "32";
  expect_atomic(lds_name(in_lds, true, bits) + " " + result + ", v1, " + registers, true, true,
                bytes, before, data, after);
  if (in_lds.find("xchg") == in_lds.npos)
    expect_atomic(lds_name(in_lds, false, bits) + " v1, " + registers, true, false, bytes, before,
                  data, after);
}

TEST(MemoryTable, AtomicsOfIntegers) {
  const auto wide = [](int32_t x) { return static_cast<uint64_t>(int64_t{x}); };
  for (const AtomicRow& r : atomics) {
    expect_everywhere(r.name, r.in_lds, 4, static_cast<uint32_t>(r.before),
                      static_cast<uint32_t>(r.data), static_cast<uint32_t>(r.after));
    expect_everywhere(std::string(r.name) + "_x2", r.in_lds, 8, wide(r.before), wide(r.data),
                      wide(r.after));
  }
}

TEST(MemoryTable, AtomicsOfFloats) {
  const uint32_t nan = 0x7fc00000, minus_zero = 0x80000000;
  expect_everywhere("add_f32", "add_f", 4, bits(1.5f), bits(2.0f), bits(3.5f));
  expect_everywhere("fmin", "min_f", 4, bits(1.5f), nan, bits(1.5f));
  expect_everywhere("fmax", "max_f", 4, minus_zero, 0, 0);
  const uint64_t wide_nan = uint64_t{0x7ff8} << 48;
  expect_everywhere("add_f64", "add_f", 8, bits(1.5), bits(2.0), bits(3.5));
  expect_everywhere("fmin_x2", "min_f", 8, bits(1.5), wide_nan, bits(1.5));
  expect_everywhere("fmax_x2", "max_f", 8, uint64_t{1} << 63, 0, 0);
}

// The data and the expected value are in one operand, data first; in LDS they are in two, the
// expected value first up to gfx10.
TEST(MemoryTable, AtomicsThatCompare) {
  for (const uint64_t there : {uint64_t{5} << 32 | 9, uint64_t{5} << 32 | 8}) {
    const bool is_same = (there & 0xffffffff) == 9;
    for (const std::string place : {"global", "flat"}) {
      const std::string off = place == "global" ? ", off" : "";
      Atomic narrow(there, uint64_t{9} << 32 | 7, 0);
      narrow.one.execute(place + "_atomic_cmpswap v[2:3], v[4:5]" + off);
      EXPECT_EQ(narrow.after(false, 4), is_same ? 7u : 8u);
      Atomic wide(there, 7, uint64_t{5} << 32 | 9);
      wide.one.execute(place + "_atomic_cmpswap_x2 v[8:9], v[2:3], v[4:7]" + off + " glc");
      EXPECT_EQ(wide.after(false, 8), is_same ? 7 : there);
      EXPECT_EQ(wide.one.pair(8), there);
    }
    Atomic in_buffer(there, 7, uint64_t{5} << 32 | 9);
    in_buffer.one.execute("buffer_atomic_cmpswap_x2 v[4:7], off, s[12:15], 0 glc");
    EXPECT_EQ(in_buffer.after(false, 8), is_same ? 7 : there);
    EXPECT_EQ(in_buffer.one.pair(4), there);
    for (const bool returns : {false, true}) {
      const std::string rtn = returns ? "_rtn" : "", result = returns ? "v8, " : "",
                        pair = returns ? "v[8:9], " : "";
      Atomic narrow(there, 9, 7);
      narrow.one.execute("ds_cmpst" + rtn + "_b32 " + result + "v1, v4, v6");
      EXPECT_EQ(narrow.after(true, 4), is_same ? 7u : 8u);
      Atomic wide(there, uint64_t{5} << 32 | 9, 7);
      wide.one.execute("ds_cmpst" + rtn + "_b64 " + pair + "v1, v[4:5], v[6:7]");
      EXPECT_EQ(wide.after(true, 8), is_same ? 7 : there);
      for (const unsigned bytes : {4u, 8u}) {
        OneInstruction later(32, Generation::gfx11);
        later.fill(1, 16);
        later.fill_pair(4, 7);
        later.fill_pair(6, there);
        later.wave.set_pair(scalar::exec, 1);
        std::memcpy(&later.workgroup.lds[16], &there, 8);
        later.execute(bytes == 4 ? "ds_cmpstore" + rtn + "_b32 " + result + "v1, v4, v6"
                                 : "ds_cmpstore" + rtn + "_b64 " + pair + "v1, v[4:5], v[6:7]");
        uint32_t after = 0;
        std::memcpy(&after, &later.workgroup.lds[16], 4);
        EXPECT_EQ(after, 7u) << bytes;
        uint64_t word = there;
        later.memory.add(reinterpret_cast<uint64_t>(&word), 8);
        later.fill_pair(2, reinterpret_cast<uint64_t>(&word));
        if (bytes == 4) later.fill(5, static_cast<uint32_t>(there));
        for (const std::string place : {"global", "flat"}) {
          const std::string off = place == "global" ? ", off" : "",
                            name = place + "_atomic_cmpswap";
          word = there;
          later.execute(bytes == 4 ? name + "_b32 v[2:3], v[4:5]" + off
                                   : name + "_b64 v[2:3], v[4:7]" + off);
          EXPECT_EQ(static_cast<uint32_t>(word), 7u) << place << bytes;
        }
        later.wave.set_pair(12, reinterpret_cast<uint64_t>(&word));
        later.wave.set_pair(14, uint64_t{0x31004000} << 32 | 8);
        word = there;
        later.execute(bytes == 4 ? "buffer_atomic_cmpswap_b32 v[4:5], off, s[12:15], 0"
                                 : "buffer_atomic_cmpswap_b64 v[4:7], off, s[12:15], 0");
        EXPECT_EQ(static_cast<uint32_t>(word), 7u) << "buffer" << bytes;
      }
    }
  }
}

}  // namespace memory_table_test
}  // namespace hippuzzle::amd
