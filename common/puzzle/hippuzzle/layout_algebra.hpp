// The algebra of layouts, with the names and results of CuTe: coalesce, composition, complement,
// the inverses, the divides and the products. Static arguments give static results. The
// requirements of an operation are a static_assert where its arguments are static, and are checked
// at run time on the host and on the CPU platform; a GPU trusts its caller.
#pragma once

#include <hippuzzle/layout.hpp>
#include <hippuzzle/layout_parts/layout_coalesce.hpp>
#include <hippuzzle/layout_parts/layout_complement.hpp>
#include <hippuzzle/layout_parts/layout_composition.hpp>
#include <hippuzzle/layout_parts/layout_divide.hpp>
#include <hippuzzle/layout_parts/layout_product.hpp>
