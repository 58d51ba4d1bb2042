// Remarks about counted launches: savings that are possible in a right kernel.
#pragma once

#include <string>

#include "engine/judge/check/remarks.hpp"
#include "engine/judge/result.hpp"

namespace hippuzzle {

// One remark a paragraph of one or two lines, "" where there is none.
std::string remarks_text(const VariantResult& result, size_t width);

// "writes of 'out' ask for 32 sectors, 4 would do if …"
std::string remark_sentence(const Remark& remark);

// The least time that the spared memory accesses take, 0 where the rate is unknown.
double spared_seconds(const Remark& remark, const MemoryRates& rates);

}  // namespace hippuzzle
