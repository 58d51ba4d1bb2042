#include "engine/protocol/configuration_json.hpp"

#include <nlohmann/json.hpp>

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(hippuzzle_dim3 d) { return {d.x, d.y, d.z}; }
hippuzzle_dim3 to_dim3(const json& j) { return {j.at(0), j.at(1), j.at(2)}; }

}  // namespace

json configuration_json(const hippuzzle_launch_configuration& c) {
  return {{"grid", to_json(c.grid)}, {"block", to_json(c.block)}, {"shared", c.shared_bytes}};
}

hippuzzle_launch_configuration to_configuration(const json& j) {
  return {to_dim3(j.at("grid")), to_dim3(j.at("block")), j.at("shared")};
}

}  // namespace hippuzzle
