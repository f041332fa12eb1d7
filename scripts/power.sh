# Sourced by ./mutants and ./replant after launch.sh: compiles main and test classes without Maven, which is only
# asked for the class path, and only when a pom has changed.
# Sets: power (the directory of everything built here), libraries and tools (class paths).

power=.launch/power
power_modules=(lock/holdfast-core lock/holdfast-testkit lock/holdfast-lettuce proof/holdfast-tests proof/holdfast-verification)

prepare_power() {
  find_java
  javac=${java%java}javac
  "$javac" -version >/dev/null 2>&1 || fail "no '$javac' found: a JDK is needed, not only a JRE"
  mkdir -p "$power"
  resolve_if_changed
  libraries=$(cat "$power/libraries")
  tools=$(cat "$power/tools")
  compile_if_changed
}

# ---- class paths

resolve_if_changed() {
  local now
  now=$(checksum pom.xml .mvn proof/holdfast-verification/power/pom.xml "${power_modules[@]/%//pom.xml}")
  is_resolved "$now" && return
  command -v mvn >/dev/null || fail "no 'mvn' found: install Maven, 3.8 or newer"
  echo "Asking Maven for the class paths; the first time it downloads what it needs..."
  rm -f "$power/resolved"
  local selected
  selected=$(IFS=, && echo "${power_modules[*]}")
  # The phase is there so that modules find each other; nothing is compiled.
  ask_maven -pl "$selected" test-compile -Dspotless.check.skip -Dmaven.main.skip -Dmaven.test.skip \
    -Dmaven.resources.skip "$class_path_goal" -Dmdep.outputFile=target/test.classpath
  merge_libraries >"$power/libraries"
  local junit
  junit=$(sed -n 's/.*junit-platform-engine-\([^/:]*\)\.jar.*/\1/p' "$power/libraries")
  ask_maven -f proof/holdfast-verification/power/pom.xml "-Djunit-platform.version=$junit" \
    "$class_path_goal" "-Dmdep.outputFile=$PWD/$power/tools.all"
  without "$(cat "$power/libraries")" <"$power/tools.all" >"$power/tools"
  echo "$now" >"$power/resolved"
}

class_path_goal=org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath

ask_maven() {
  # shellcheck disable=SC2086 # several arguments in one variable
  if ! MAVEN_ARGS='' mvn -B -q -Denforcer.skip "$@" ${MAVEN_ARGS:-} >"$power/maven.log" 2>&1; then
    cat "$power/maven.log" >&2
    fail "Maven could not tell the class path: see above"
  fi
}

is_resolved() {
  [ -f "$power/resolved" ] && [ "$(cat "$power/resolved")" = "$1" ] || return 1
  local entry
  while IFS= read -r -d : entry; do
    [ -e "$entry" ] || return 1
  done <<<"$(cat "$power/libraries"):$(cat "$power/tools"):"
}

# The jars of the last module, and from the others what it does not have: one version of each.
merge_libraries() {
  local i merged='' more
  for ((i = ${#power_modules[@]} - 1; i >= 0; i--)); do
    more=$(without "$merged" <"${power_modules[i]}/target/test.classpath")
    merged=${merged:+$merged${more:+:}}$more
  done
  echo "$merged"
}

# Reads a class path and leaves out directories and whatever the given one has in any version.
without() {
  awk -v known="$1" '
    function artifact(path) { sub(/\/[^\/]*\/[^\/]*$/, "", path); return path }
    BEGIN { RS = "[:\n]"; n = split(known, jars, ":"); for (i = 1; i <= n; i++) seen[artifact(jars[i])] = 1 }
    /\.jar$/ && !(artifact($0) in seen) { out = out (out == "" ? "" : ":") $0 }
    END { print out }'
}

checksum() {
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum
}

# ---- classes

# What a folder was compiled from is everything before it and itself.
compile_if_changed() {
  local module classpath=$libraries before
  before=$(cat "$power/resolved")
  for module in "${power_modules[@]}"; do
    before=$(recompile "$module/src/main" "$module" "$classpath" "$before") || exit
    classpath=$PWD/$power/classes/$module:$classpath
  done
  for module in "${power_modules[@]}"; do
    recompile "$module/src/test" "$module-tests" "$classpath" "$before" >/dev/null
  done
}

# recompile <sources> <name> <class path> <state of all before>: says the state with this one.
recompile() {
  local now classes=$PWD/$power/classes/$2
  now=$( (echo "$4" && [ ! -d "$1" ] || checksum "$1") | cksum)
  if [ ! -f "$classes.state" ] || [ "$(cat "$classes.state")" != "$now" ]; then
    echo "Compiling $1..." >&2
    rm -rf "$classes" "$classes.state"
    compile_folder "$1" "$classes" "$3" || fail "$1 does not compile: see above"
    echo "$now" >"$classes.state"
  fi
  echo "$now"
}

# compile_folder <sources> <classes> <class path>: Java and resources, as classes outside of any module.
compile_folder() {
  mkdir -p "$2"
  [ ! -d "$1/resources" ] || cp -R "$1/resources/." "$2"
  [ -d "$1/java" ] || return 0
  find "$1/java" -name '*.java' ! -name module-info.java >"$power/sources.txt"
  "$javac" -nowarn -proc:none -parameters -g -encoding UTF-8 --release 17 -d "$2" -cp "$3" @"$power/sources.txt" \
    >"$power/javac.log" 2>&1 || {
    cat "$power/javac.log" >&2
    return 1
  }
}

# All that was compiled, main classes before test classes.
compiled_classes() {
  local module main='' tests=''
  for module in "${power_modules[@]}"; do
    main=$main$PWD/$power/classes/$module:
    tests=$tests$PWD/$power/classes/$module-tests:
  done
  echo "$main${tests%:}"
}
