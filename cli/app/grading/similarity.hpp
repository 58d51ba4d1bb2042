// Which students' files for a puzzle are alike in parts, also with other names, numbers and
// comments. A hint for a person who looks at the lines, and no judgement: short kernels of one task
// are alike by nature.
#pragma once

#include <vector>

#include "cli/app/grading/submissions.hpp"
#include "cli/report/grades/grade_report.hpp"

namespace hippuzzle {

// Sets `similar` of the grades, by their prints; grades and submissions have the same order.
// Students whose text is the same are left out: `same_text` names them. Parts that more than ten
// files have are everybody's and do not count.
void name_similar(std::vector<Grade>& grades, const std::vector<Submission>& submissions);

}  // namespace hippuzzle
