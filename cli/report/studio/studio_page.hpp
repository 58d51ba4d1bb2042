// The studio's page, its styles and its scripts, by the paths under which they are served.
#pragma once

#include <map>
#include <string>

namespace hippuzzle {

struct StudioFile {
  std::string type;  // of its contents
  std::string text;
};

const std::map<std::string, StudioFile>& studio_files();

}  // namespace hippuzzle
