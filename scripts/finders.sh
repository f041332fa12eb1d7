# Sourced by ./replant: what looks for a fault. Each finder runs in a JVM of its own on the patched classes, then the
# others. Needs: java, tools, base and override (class paths), work, seed, slow, deadline; and bash's SECONDS.

all_finders=(simulation races contracts campaigns)
declare -A outcome_of

# find_with <finder> <patch or nothing> <log>: sets outcome (found, not found, not ended, not run, broken), verdict and detail.
find_with() {
  local bound left=$((deadline - SECONDS))
  log=$3 detail=''
  bound=$(bound_of "$1")
  if ((left < 5)); then
    outcome="not run" verdict="no time left"
  else
    ((bound <= left)) || bound=$left
    try "$1" "$bound" "$2"
    if [ "$outcome" = found ] && [ "$1" != simulation ]; then
      confirm "$1" "$bound" "$2"
    fi
    if grep -qE 'NoSuchMethodError|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError|NoClassDefFoundError' "$log"; then
      outcome=broken verdict="the patched classes do not fit the others"
    fi
  fi
  outcome_of[$(basename "$log" .log)]=$outcome
}

try() {
  local code=0
  detail=''
  "run_$1" "$2" "$3" >"$log" 2>&1 || code=$?
  "judge_$1" "$code"
}

# Real time is in these: a machine that stood still for a moment can look like a fault, but hardly twice at the same
# place. If it does not come again, everything is looked at once more.
confirm() {
  local again first what
  for again in yes ''; do
    first=$verdict what=$detail
    cp "$log" "$log.first"
    repeated_classes=$(failed_classes "$log.first") try "$@"
    if [ "$outcome" = found ]; then
      verdict=$first detail=$what
      return
    fi
    [ -z "$again" ] || try "$@"
    [ "$outcome" = found ] || break
  done
  verdict="$verdict, but once and not again" detail=$what
}

# Seconds. The tests and campaigns need less than half of it on two cores without other work.
bound_of() {
  case $1 in
    simulation) echo $((40 * slow)) ;;
    races) echo $((120 * slow)) ;;
    contracts) echo $((120 * slow)) ;;
    campaigns) echo $((90 * slow)) ;;
  esac
}

# on_patched <seconds> <options, main class and arguments…>: ended from outside when the time is over.
on_patched() {
  local seconds=$1
  shift
  timeout -k 5 "$seconds" "$java" -Xmx512m -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=off \
    -Draces.invocations=20 -cp "$override:$base:$tools" "$@"
}

is_over() {
  [ "$1" = 124 ] || [ "$1" = 137 ]
}

# ---- random schedules

run_simulation() {
  on_patched $(($1 + 15)) io.holdfast.verification.power.SimulationFinder "$seed" "$1"
}

judge_simulation() {
  local schedules
  schedules=$(sed -n 's/^\(not found in\|found after\) \([0-9]* schedules\).*/\2/p' "$log")
  case $1 in
    0) outcome="not found" verdict="not found in $schedules" ;;
    1) outcome=found verdict="found after $schedules" detail=$(sed -n 's/^found after [^:]*: //p' "$log") ;;
    *) outcome=broken verdict="ended with code $1" ;;
  esac
  [ -n "$schedules" ] || outcome=broken verdict="ended without a word"
}

# ---- tests

run_races() {
  run_tests "$1" io.holdfast.verification.races.HandOverRaceTest
}

# The tests of whole behaviour on real servers, without those that were written for one fault each. A patch may name
# others instead: Contracts: io.holdfast.tests.fault.PauseFaultIT …
run_contracts() {
  local classes=''
  [ -z "$2" ] || classes=$(header "$2" Contracts)
  classes=${classes:-$(grep -v '^#' proof/holdfast-verification/replant/contracts.txt)}
  # shellcheck disable=SC2086 # several words
  run_tests "$1" ${repeated_classes:-$classes}
}

run_tests() {
  local seconds=$1 class selected=()
  shift
  for class in "$@"; do
    selected+=("--select-class=$class")
  done
  on_patched "$seconds" -XX:TieredStopAtLevel=1 org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors \
    --details=tree --details-theme=ascii --fail-fast --fail-if-no-tests "${selected[@]}"
}

judge_races() {
  judge_tests "$1"
}

judge_contracts() {
  judge_tests "$1"
}

judge_tests() {
  local failed
  failed=$(sed -n 's/^\[ *\([0-9]*\) tests failed *\]$/\1/p' "$log")
  if is_over "$1"; then
    outcome="not ended" verdict="no end in its time"
  elif [ "$1" = 0 ]; then
    outcome="not found" verdict="not found"
  elif [ "$1" = 1 ] && [ "${failed:-0}" -gt 0 ]; then
    outcome=found verdict=found
    detail=$(sed -n 's/^  JUnit Jupiter:\(.*\)/\1/p' "$log" | head -n 1)
  else
    outcome=broken verdict="ended with code $1"
  fi
}

# With their packages; as the log has only their names, by way of those that were asked for.
failed_classes() {
  local class
  for class in $(sed -n 's/^  JUnit Jupiter:\([A-Za-z]*\).*/\1/p' "$1" | sort -u); do
    (cd "$power/classes" && find . -path "*-tests/*/$class.class") | sed 's#^.*-tests/##; s#\.class$##; s#/#.#g'
  done
}

# ---- campaigns

run_campaigns() {
  local campaigns=''
  [ -z "$2" ] || campaigns=$(header "$2" Campaigns)
  campaigns=${campaigns:-client-stop,reply-dropped,pubsub-kill,forced-release}
  on_patched "$1" -XX:TieredStopAtLevel=1 io.holdfast.verification.VerifyMain --campaign "${campaigns// /,}" \
    --seconds 4 --seed "$seed" --output "$work/verify"
}

judge_campaigns() {
  if is_over "$1"; then
    outcome="not ended" verdict="no end in its time"
  elif [ "$1" = 0 ]; then
    outcome="not found" verdict="not found"
  elif [ "$1" = 1 ] && ! grep -q '^Not run to their end' "$log"; then
    outcome=found verdict="found"
    detail=$(sed -n 's/^ *BROKEN //p' "$log" | head -n 1)
  else
    outcome=broken verdict="ended with code $1"
  fi
}
