# Fails if a kernel of GCN assembly spills registers or uses scratch memory, and, with matrix_core=1,
# unless every mma_gemm kernel has MFMA instructions inside a loop.
/^_Z[A-Za-z0-9_]*mma_gemm[A-Za-z0-9_]*:/ && !/wgmma/ { kernel = $1; kernels++; split("", place); best = 0; next }
kernel && /^\.LBB[0-9_]+:/ { sub(":", "", $1); place[$1] = NR }
kernel && /v_mfma_/ { mfma[NR] = kernel }
kernel && /s_c?branch/ && ($2 in place) {
  for (line = place[$2]; line < NR; line++) if (line in mfma) inside[kernel]++
}
kernel && /s_endpgm/ { names[kernel] = 1; kernel = "" }
/[sv]gpr_spill_count: +[1-9]/ || /private_segment_fixed_size: +[1-9]/ { print "spills or scratch: " $0; failed = 1 }
END {
  if (!kernels) { print "there is no mma_gemm kernel"; exit 1 }
  for (name in names) if (matrix_core && !inside[name]) { print name " has no MFMA in a loop"; failed = 1 }
  exit failed
}
