// The options by which one of several machines does its part of a batch.
#pragma once

#include <optional>
#include <string>

#include "cli/args/command.hpp"

namespace hippuzzle {

// shard: for Shard::choose(). durations: a file of earlier results. heading: as help groups them.
void add_shard(const Command& command, std::optional<std::string>& shard,
               std::optional<std::string>& durations, const std::string& heading);

}  // namespace hippuzzle
