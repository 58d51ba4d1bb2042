#!/usr/bin/env bash
# debian_packages.sh FOLDER [WORK]: installs the .deb files of FOLDER in a bare Debian below WORK, by default
# FOLDER's neighbour `debian`, and uses hippuzzle there as an ordinary user. Takes root, debootstrap and a mirror: it
# exits with 77 and a reason where one of them is missing. The bare system is kept in WORK/bare.
set -euo pipefail
packages=$(readlink -m "$1")
work=$(readlink -m "${2:-$1/../debian}")
root=$work/root
# The packages are for the distribution that they were made in.
. /etc/os-release
suite=${VERSION_CODENAME:-bookworm} mirror=http://deb.debian.org/debian components=main
if [ "$ID" = ubuntu ]; then mirror=http://archive.ubuntu.com/ubuntu components=main,universe; fi
mirror=${HIPPUZZLE_MIRROR:-$mirror}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() { echo "skipped: $*" && exit 77; }
fail() { echo "failed: $*" >&2 && exit 1; }
step() { printf '%5d s  %s\n' $((SECONDS)) "$*"; }

[ "$(id -u)" = 0 ] || skip "a system is installed by root only"
command -v debootstrap >/dev/null || skip "there is no debootstrap (the package debootstrap)"
compgen -G "$packages/hippuzzle_*.deb" >/dev/null || skip "$packages has no hippuzzle_*.deb; ./dev package makes it"

# in_root COMMAND...: as root in the installed system, which is the whole file system there: a chroot may
# make no user namespace, and bubblewrap needs one.
in_root() {
  unshare --mount --pid --fork --kill-child bash -c '
    root=$1 packages=$2
    shift 2
    mount --bind "$root" "$root" && mkdir -p "$root/packages" "$root/old"
    mount --bind "$packages" "$root/packages"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp" -o mode=1777
    cd "$root" && pivot_root . old && umount -l /old
    cd / && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root \
      DEBIAN_FRONTEND=noninteractive TERM=dumb "$@"' in_root "$root" "$packages" "$@"
}

learner() {
  in_root setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/learner USER=learner \
    bash -euo pipefail -c "cd && $1"
}

# expect TEXT COMMAND [CODE]: as the learner; its output has TEXT, its exit code is CODE.
expect() {
  local output code=0
  output=$(learner "$2" 2>&1 </dev/null) || code=$?
  [ $code = "${3:-0}" ] || fail "\`$2\` ended with $code, not ${3:-0}:"$'\n'"$output"
  grep -qF -- "$1" <<<"$output" || fail "\`$2\` printed no '$1':"$'\n'"$output"
  step "$2"
}

if [ ! -e "$work/bare/etc/debian_version" ]; then
  rm -rf "$work/bare" && mkdir -p "$work"
  debootstrap --variant=minbase --components=$components "$suite" "$work/bare" "$mirror" >"$work/debootstrap.log" 2>&1 || {
    tail -n 3 "$work/debootstrap.log"
    rm -rf "$work/bare"
    skip "debootstrap could not install $suite from $mirror; its log is $work/debootstrap.log"
  }
fi
rm -rf "$root"
cp -a "$work/bare" "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -L /etc/hosts "$root/etc/hosts"
step "a bare $suite"
in_root useradd --create-home --uid 1000 --shell /bin/bash learner
in_root apt-get update -qq

# hippuzzle alone: no compiler, no recommended package.
begin=$(date +%s.%N)
in_root sh -c 'apt-get install -y -qq --no-install-recommends /packages/hippuzzle_*.deb' >"$work/apt.log" 2>&1 || {
  tail -n 20 "$work/apt.log"
  fail "apt does not install hippuzzle alone"
}
expect "p16 --tiled: passed on cpu" "hippuzzle p16 --tiled"
echo "         $(awk -v begin="$begin" -v end="$(date +%s.%N)" 'BEGIN { printf "%.1f", end - begin }') s from the package to the verdict"
size=$(in_root dpkg-query -W -f '${Installed-Size}' hippuzzle)
[ "$size" -le 25000 ] || fail "hippuzzle alone takes $size kB installed, more than 25000"
echo "         hippuzzle alone takes $size kB"
expect "p14 --simple: clean" "hippuzzle check p14 --simple"
expect "hippuzzle 1" "hippuzzle --version"
# Without a compiler a learner is told so, and which package brings it.
expect "install the package hippuzzle-dev" "mkdir bare && cd bare && hippuzzle init && hippuzzle start p01 && hippuzzle p01" 77

step "installing the other packages and what they recommend"
in_root sh -c 'apt-get install -y -qq --no-install-recommends /packages/hippuzzle*_*.deb bubblewrap man-db bash-completion zsh fish' \
  >"$work/apt.log" 2>&1 || {
  tail -n 20 "$work/apt.log"
  fail "apt does not install all packages"
}
in_root sh -c 'dpkg --verify hippuzzle hippuzzle-dev hippuzzle-doc' | grep . && fail "installed files differ from the packages'"

cp "$here/learner_session.sh" "$root/home/learner/session.sh"
learner "bash session.sh" || fail "the session above"

# Nothing is written outside the prefix and the user's own folders, and removing leaves nothing behind.
written=$(in_root find / -xdev -user learner -not -path '/home/learner*')
[ -z "$written" ] || fail "the learner's commands wrote elsewhere:"$'\n'"$written"
in_root sh -c 'cat /var/lib/dpkg/info/hippuzzle*.list' | sort -u >"$work/owned"
grep -vE '^(/usr(/|$)|/\.$)' "$work/owned" && fail "packages own files outside of /usr"
in_root sh -c 'apt-get install -y -qq --reinstall --no-install-recommends /packages/hippuzzle_*.deb' >/dev/null 2>&1 || fail "hippuzzle cannot be installed over itself"
in_root sh -c "apt-get purge -y -qq 'hippuzzle*'" >/dev/null 2>&1 || fail "the packages cannot be removed"
left=$(in_root find / -xdev -not -path '/home/*' -not -path '/proc/*' -not -path '/dev/*' -not -path '/packages*' -not -path '/var/log/*' \
  -not -path '/var/cache/*' -iname '*hippuzzle*')
[ -z "$left" ] || fail "removed packages leave files behind:"$'\n'"$left"
step "removed: nothing is left behind"
