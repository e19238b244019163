#!/bin/sh
# Brings the newest git that Debian has, with the libraries that it needs, into a directory of its own: nothing of the
# system's is replaced. Prints the directory of its program. Needs apt-get and dpkg-deb.
set -eu
cache="${RETINUE_TEST_CACHE:-$HOME/.cache/retinue-test}"
directory="$cache/git"
mkdir -p "$cache"
# One at a time: a second one waits, and finds everything there.
exec 9>"$cache/git.lock"
if command -v flock >/dev/null; then flock 9; fi
if [ ! -f "$directory/installed" ]; then
  rm -rf "$directory"
  mkdir -p "$directory/lists/partial" "$directory/cache/archives/partial" "$directory/debs" "$directory/core" "$directory/bin"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main" \
    >"$directory/sources.list"
  apt() {
    apt-get -qq -o "Dir::Etc::sourcelist=$directory/sources.list" -o Dir::Etc::sourceparts=/dev/null \
      -o "Dir::State::lists=$directory/lists" -o "Dir::Cache=$directory/cache" -o APT::Sandbox::User= "$@" >&2
  }
  apt update
  (cd "$directory/debs" && apt download git libc6 libpcre2-8-0 zlib1g)
  for package in "$directory"/debs/*.deb; do dpkg-deb -x "$package" "$directory/root"; done
  rm -rf "$directory/debs" "$directory/lists" "$directory/cache"
  # They are linked with a newer C library than this system's: each is started by that one's loader.
  loader=$(find "$directory/root/usr/lib" -name 'ld-linux-*' | head -n 1)
  for program in "$directory"/root/usr/lib/git-core/*; do
    own="$directory/core/$(basename "$program")"
    if [ -f "$program" ] && head -c 4 "$program" | grep -q ELF; then
      # shellcheck disable=SC2016 # for the script that is written
      printf '#!/bin/sh\nexport GIT_EXEC_PATH=%s\nexec %s --library-path %s --argv0 "$0" %s "$@"\n' \
        "$directory/core" "$loader" "$(dirname "$loader")" "$program" >"$own"
      chmod +x "$own"
    else
      cp -RP "$program" "$own"
    fi
  done
  ln -s ../core/git "$directory/bin/git"
  "$directory/bin/git" --version >&2
  : >"$directory/installed"
fi
echo "$directory/bin"
