# From ctest's JUnit file: why tests were skipped, then "N passed, N failed, N skipped".
# A skipped test's reason is the line after GoogleTest's "Skipped", or else its last line of output.
/<testcase / { status = "passed"; output = 0; reason = ""; next_is_reason = 0 }
/<failure/ { status = "failed" }
/<skipped/ { status = "skipped" }
/<system-out>/ { output = 1; sub(/.*<system-out>/, "") }
output {
  line = $0
  ended = sub(/<\/system-out>.*/, "", line)
  if (next_is_reason) { reason = line; next_is_reason = 0; settled = 1 }
  else if (line ~ /: Skipped$/) next_is_reason = 1
  else if (!settled && line != "") reason = line
  if (ended) output = 0
}
/<\/testcase>/ {
  ++count[status]
  gsub(/&lt;/, "<", reason); gsub(/&gt;/, ">", reason)
  gsub(/&quot;/, "\"", reason); gsub(/&amp;/, "\\&", reason)
  if (status == "skipped") ++skipped[reason]
  settled = 0
}
END {
  for (reason in skipped) printf "skipped %d: %s\n", skipped[reason], reason
  printf "%d passed, %d failed, %d skipped\n", count["passed"], count["failed"], count["skipped"]
}
