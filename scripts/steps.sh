# Sourced by ./test: steps with their times, one after the other, or beside others that wait for something else.

agon_begun=$SECONDS
agon_span() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }
step() { printf '\n== %s (after %s)\n' "$*" "$(agon_span $((SECONDS - agon_begun)))"; }

# beside NAME COMMAND...: runs a step beside the others. What it says goes to build/beside/NAME.log and is shown by `joined NAME`.
declare -A agon_beside=()
beside() {
  local name=$1
  shift
  mkdir -p "$AGON_ROOT/build/beside"
  step "$name: begins, beside what follows"
  set -m  # a process group of its own, so that all of it can be ended
  (
    set +m -e
    trap - EXIT
    since=$SECONDS
    "$@"
    echo "took $(agon_span $((SECONDS - since)))"
  ) >"$AGON_ROOT/build/beside/$name.log" 2>&1 </dev/null &
  agon_beside[$name]=$!
  set +m
}

# joined NAME: waits for a step that runs beside, shows what it said, and fails where it has failed. Tests that passed are counted only.
joined() {
  local name=$1 log="$AGON_ROOT/build/beside/$1.log" process=${agon_beside[$1]} status=0
  step "$name: waiting for what is left"
  wait "$process" || status=$?
  unset "agon_beside[$name]"
  if [ "$status" -ne 0 ]; then
    tail -n 400 "$log"
    echo "$name: failed (all of what it said: $log)"
    exit "$status"
  fi
  grep -vE '^ *Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test +#.* Passed |^  \[[0-9]+/[0-9]+\] files' "$log" || true
}

# What still runs beside ends with the script.
agon_end_beside() {
  local process
  for process in "${agon_beside[@]}"; do kill -- "-$process" 2>/dev/null || true; done
}
trap agon_end_beside EXIT
