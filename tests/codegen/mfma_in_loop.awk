# Fails if a kernel of GCN assembly spills registers or uses scratch memory, and, with matrix_core=1,
# unless every kernel whose mangled name `kernels` matches has MFMA instructions inside a loop.
/^_Z[A-Za-z0-9_]*:/ && $1 ~ kernels && !/wgmma/ { kernel = $1; found++; split("", place); next }
kernel && /^\.LBB[0-9_]+:/ { sub(":", "", $1); place[$1] = NR }
kernel && /v_mfma_/ { mfma[NR] = kernel }
kernel && /s_c?branch/ && ($2 in place) {
  for (line = place[$2]; line < NR; line++) if (line in mfma) inside[kernel]++
}
kernel && /s_endpgm/ { names[kernel] = 1; kernel = "" }
/[sv]gpr_spill_count: +[1-9]/ || /private_segment_fixed_size: +[1-9]/ { print "spills or scratch: " $0; failed = 1 }
END {
  if (!found) { print "there is no kernel " kernels; exit 1 }
  for (name in names) if (matrix_core && !inside[name]) { print name " has no MFMA in a loop"; failed = 1 }
  exit failed
}
