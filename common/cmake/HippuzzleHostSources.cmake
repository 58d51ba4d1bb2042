# What keeps a developer's build of the host sources short.

# hippuzzle_precompile(<target>): parse once what nearly every source includes; that is two of the
# three seconds that a small one takes. Sources include what they use all the same: the release
# preset builds without this, so that a missing #include is found there.
function(hippuzzle_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <chrono> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span>
    <sstream> <string> <string_view> <vector> <fmt/format.h>)
endfunction()

# hippuzzle_quick_to_build(<target> <level>): what nobody waits for is compiled with -O<level> in a
# developer's build.
function(hippuzzle_quick_to_build target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O${level}>)
endfunction()
