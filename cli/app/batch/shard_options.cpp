#include "cli/app/batch/shard_options.hpp"

#include "cli/app/batch/shard.hpp"

namespace hippuzzle {

void add_shard(const Command& command, std::optional<std::string>& shard,
               std::optional<std::string>& durations, const std::optional<std::string>& heading) {
  const Option parts =
      command
          .option("--shard", shard,
                  "only the I-th of N parts; else as GTEST_SHARD_INDEX or a Slurm array says")
          .type_name("I/N")
          .check(shard_word);
  const Option by = command
                        .option("--durations", durations,
                                "cut the parts by how long results took: JSON of an earlier run")
                        .type_name("FILE");
  if (!heading) return;
  parts.group(*heading);
  by.group(*heading);
}

}  // namespace hippuzzle
