# Sourced by ./run and ./test: makes sure that what the build needs is installed, and builds it. Does nothing that is done already.

agon_say() { printf '%s\n' "$*" >&2; }

# package | why
agon_packages_build='
g++|the compiler (C++20)
cmake|configures the build
ninja-build|runs the build
pkg-config|finds libraries
libfmt-dev|text output
libspdlog-dev|logging
libabsl-dev|hash tables
libxxhash-dev|hashing
libcli11-dev|command line
nlohmann-json3-dev|JSON
libtomlplusplus-dev|facts files
liblzma-dev|packed traces
libasmjit-dev|machine code at run time
libcadical-dev|proofs of invariants (SAT)
libbliss-dev|symmetries of rules (graph automorphisms)
libboost1.81-dev|HTTP, WebSocket and coroutines (Asio, Beast)
libsqlite3-dev|the store of the server
libsodium-dev|random seeds and tokens of the server, and their hashes
zlib1g-dev|compressed answers of the server
'
agon_packages_test='
ccache|makes builds with sanitizers quick the second time
libgtest-dev|unit tests
libgmock-dev|unit tests
swi-prolog-nox|the independent reasoner that the prover is compared with
gringo|clingo, answer sets: the second way to prove properties of games, compared with the first
clang-14|fuzzing with libFuzzer
clang-format-14|the layout of the code
clang-tidy-14|mistakes that the compiler does not see
libclang-rt-14-dev|sanitizer and fuzzer run-time
xz-utils|packed traces
'

agon_packages_web='
nodejs|builds the page
npm|packages of the page
'
agon_packages_browser='
chromium|tests of the page in a real browser
'

# agon_install LIST: installs the packages of the list that are missing, saying which and why.
agon_install() {
  local missing="" name why
  while IFS='|' read -r name why; do
    [ -n "$name" ] || continue
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' && continue
    # Node comes from other places too, and often with npm inside.
    case $name in nodejs) command -v node >/dev/null && continue ;; npm) command -v npm >/dev/null && continue ;; esac
    [ -n "$missing" ] || agon_say "Agon needs some Debian packages that are not here yet:"
    agon_say "  $name ($why)"
    missing="$missing $name"
  done <<LIST
$1
LIST
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || { agon_say "This is no Debian system: please install them by hand."; return 1; }
  local sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { agon_say "Please run this as root, or install sudo."; return 1; }
    sudo=sudo
  fi
  agon_say "Installing them with apt-get ..."
  # shellcheck disable=SC2086
  { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing; } >&2
}

# agon_build PRESET [TARGET...]: with ninja's own line on a terminal, and otherwise with a line every ten seconds.
agon_build() {
  local preset=$1
  shift
  local log="$AGON_ROOT/build/$preset.log"
  mkdir -p "$AGON_ROOT/build"
  if [ ! -f "$AGON_ROOT/build/$preset/build.ninja" ]; then
    agon_say "Configuring build/$preset ..."
    (cd "$AGON_ROOT" && cmake --preset "$preset") >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  fi
  agon_say "Building build/$preset${*:+ ($*)} ..."
  if [ -t 2 ]; then
    ninja -C "$AGON_ROOT/build/$preset" "$@" >&2
    return
  fi
  ninja -C "$AGON_ROOT/build/$preset" "$@" >"$log" 2>&1 &
  local build=$! shown="" now since=$SECONDS
  while kill -0 "$build" 2>/dev/null; do
    sleep 0.2
    [ $((SECONDS - since)) -ge 10 ] || continue
    since=$SECONDS
    now=$(tail -c 400 "$log" | sed -nE 's/^(\[[0-9]+\/[0-9]+\]).*/\1/p' | tail -n 1)
    [ -n "$now" ] && [ "$now" != "$shown" ] && agon_say "  $now files of build/$preset" && shown=$now
  done
  wait "$build" || { tail -n 60 "$log" >&2; return 1; }
}

# agon_build_web: builds the page of web/ unless nothing it is made of is newer than what is there.
agon_build_web() {
  local web="$AGON_ROOT/web" log="$AGON_ROOT/build/web.log"
  mkdir -p "$AGON_ROOT/build"
  if [ -f "$web/dist/index.html" ] && [ -z "$(find "$web/src" "$web/public" "$web/scripts" "$web"/*.json "$web"/*.ts "$web/index.html" "$AGON_ROOT/schema" -newer "$web/dist/index.html" -not -path '*/generated/*' -type f -print -quit)" ]; then
    return 0
  fi
  agon_say "Building the page ..."
  (cd "$web" && { [ -d node_modules ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] || npm ci --no-audit --no-fund; } && npm run build) >"$log" 2>&1 ||
    { tail -n 60 "$log" >&2; return 1; }
}
