#!/usr/bin/env bash
# campaign.sh HIPPUZZLE ROOT: grades a class by configs/slurm/grade.sbatch on a Slurm of its own, a
# controller and two nodes on this machine, and lets one node die in the middle. Each submission must
# have exactly one result. Needs root, and Debian's slurm-wlm and munge.
#
# A node is a PID namespace, so that it dies as a machine does: with everything in it, at once.
set -euo pipefail
hippuzzle=$1 root=$2
students=${STUDENTS:-24} tasks=4
work=$(mktemp -d -t hippuzzle-slurm.XXXXXX)
chmod 755 "$work"
started=()

finish() {
  local status=$?
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  if [ $status = 0 ]; then rm -rf "$work"; else echo "what was said is in $work"; fi
}
trap finish EXIT

fail() {
  echo "slurm: $1" >&2
  exit 1
}

# until_true <seconds> <command...>
until_true() {
  local left=$(($1 * 5))
  shift
  until "$@"; do
    left=$((left - 1))
    [ $left -gt 0 ] || return 1
    sleep 0.2
  done
}

start_munge() {
  mkdir -p "$work/munge"
  chmod 700 "$work/munge"
  dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
  chmod 400 "$work/munge/key"
  mkdir -m 755 "$work/socket"
  munged --foreground --force --key-file="$work/munge/key" --socket="$work/socket/munge" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" \
    >"$work/munge.out" 2>&1 &
  started+=($!)
  until_true 20 test -S "$work/socket/munge" || fail "munge does not start"
}

configure() {
  local host
  host=$(hostname -s)
  mkdir -p "$work/state" "$work/node0" "$work/node1"
  cat >"$work/slurm.conf" <<CONF
ClusterName=hippuzzle
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/socket/munge
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SlurmdTimeout=10
SlurmctldTimeout=30
MessageTimeout=10
ReturnToService=0
JobRequeue=1
SchedulerParameters=sched_interval=2,bf_interval=2
NodeName=node0 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 State=UNKNOWN
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=node[0-1] Default=YES MaxTime=60 State=UP
CONF
  export SLURM_CONF=$work/slurm.conf
}

# start_node <name>: sets node_<name> to the process whose death is the node's.
start_node() {
  unshare --pid --fork --kill-child --mount-proc slurmd -D -N "$1" >"$work/$1.out" 2>&1 &
  declare -g "$1=$!"
  started+=($!)
}

nodes_are_idle() { [ "$(sinfo -h -N -o %T | sort | uniq -c | tr -s ' ')" = " 2 idle" ]; }

# In a namespace nothing outlives the first process, which is the child of unshare.
kill_node() {
  local first
  first=$(cat "/proc/$1/task/$1/children")
  [ -n "$first" ] || fail "the node's first process is not found"
  # shellcheck disable=SC2086
  kill -9 $first
}

make_class() {
  local i folder
  for i in $(seq "$students"); do
    folder=$work/class/student$i/p01_map
    mkdir -p "$folder"
    sed "\$a // $i" "$root/plugins/p01_map/solution.hip" >"$folder/kernel.hip"
  done
}

results_on_node1() {
  local task
  for task in $(squeue -h -t R -w node1 -o %K); do
    grep -hsq '"kind":"grade"' "$work/grades/$((task + 1))-of-$tasks/journal.jsonl" && return 0
  done
  return 1
}

port=${PORT:-17817}
start_munge
configure
slurmctld -D >"$work/slurmctld.out" 2>&1 &
started+=($!)
start_node node0
start_node node1
until_true 60 nodes_are_idle || fail "the nodes do not come up: $(sinfo -h -N -o '%N %T' 2>&1)"
make_class
cd "$work"
job=$(HIPPUZZLE=$hippuzzle sbatch --parsable --array="0-$((tasks - 1))" --output="$work/task-%a.log" \
  "$root/configs/slurm/grade.sbatch" "$work/class" "$work/grades" --puzzle p01 ${GRADE_OPTIONS:-})
echo "slurm: two nodes, $tasks tasks, $students submissions: job $job"
until_true 120 results_on_node1 || fail "node1 graded nothing"
kill_node "$node1"
echo "slurm: node1 is dead; $(cat "$work"/grades/*/journal.jsonl | grep -c '"kind":"grade"') results so far"
none_left() { [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; }
until_true "${PATIENCE:-400}" none_left || fail "the array does not end: $(squeue -h)"

"$hippuzzle" merge "$work"/grades/*/grades.json -o "$work/all.json" -o "$work/all.csv" 2>"$work/merge.err" ||
  fail "merge: $(cat "$work/merge.err")"
[ ! -s "$work/merge.err" ] || fail "merge says: $(cat "$work/merge.err")"
once=$(cut -d, -f1 "$work/all.csv" | tail -n +2 | sort | uniq | wc -l)
lines=$(tail -n +2 "$work/all.csv" | wc -l)
passed=$(cut -d, -f2 "$work/all.csv" | grep -c '^1$')
[ "$once $lines $passed" = "$students $students $students" ] ||
  fail "of $students submissions $once have results, in $lines lines, $passed passed"
restarts=$(grep -c "requeue" "$work/slurmctld.log" || true)
[ "$restarts" -gt 0 ] || fail "no task was queued again, so nothing was tried"
echo "slurm: $students submissions, each with one result; tasks of the dead node were queued again"
