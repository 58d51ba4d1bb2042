#include "cli/app/measure/launch_model_run.hpp"

#include <algorithm>
#include <cctype>

#include "cli/app/measure/device_here.hpp"
#include "engine/occupancy/multiprocessor.hpp"
#include "engine/performance/roofline/device_ceilings.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

ModelledDevice modelled_here(const SearchPath& search_path, const std::string& platform,
                             int number) {
  return modelled(device_here(search_path, platform, number), platform);
}

ModelledDevice modelled(const DeviceDescription& device, const std::string& platform) {
  return {device.name, platform, device.architecture,
          static_cast<uint32_t>(device.multiprocessors)};
}

ModelledDevice modelled_by_name(const SearchPath& search_path, const std::string& given) {
  std::string name = given;
  std::ranges::transform(name, name.begin(),  // H200 is h200
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const Ceilings sheet = ceilings_from_file(search_path, name);
  const std::string architecture = multiprocessor_of(search_path, name).architecture;
  const auto count = sheet.sizes.find("multiprocessors");
  return {sheet.device, platform_of(architecture).name, architecture,
          count == sheet.sizes.end() ? 0 : static_cast<uint32_t>(count->second)};
}

}  // namespace hippuzzle
