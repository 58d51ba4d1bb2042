// The options by which one of several machines does its part of a batch.
#pragma once

#include <optional>
#include <string>

#include "cli/args/command.hpp"

namespace hippuzzle {

// shard: for Shard::choose(). durations: a file of earlier results. heading: as help groups them;
// none: with the options of the command itself.
void add_shard(const Command& command, std::optional<std::string>& shard,
               std::optional<std::string>& durations,
               const std::optional<std::string>& heading = std::nullopt);

}  // namespace hippuzzle
