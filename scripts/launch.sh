# Sourced by ./demo, ./bench and ./verify: finds Java, builds what changed, and starts a main class from a copy.
# Sets: java. Needs: set -euo pipefail, and to stand in the project's directory.

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

find_java() {
  java=java
  [ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java # as Maven chooses it
  command -v "$java" >/dev/null || fail "no '$java' found: install a JDK, 17 or newer"
  local version
  version=$("$java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
  [ "${version:-0}" -ge 17 ] || fail "JDK 17 or newer is needed, but '$java' is version ${version:-unknown}"
}

# build_changed <state> <modules…>: leaves <state>/classpath for the last module, built from what is there
# now. Arguments for Maven are in the array maven_args and in MAVEN_ARGS.
build_changed() {
  state=$1
  shift
  modules=("$@")
  main_module=${modules[${#modules[@]} - 1]}
  now=$(sources)
  is_built || build
}

sources() {
  find "$0" scripts pom.xml .mvn "${modules[@]/%//pom.xml}" "${modules[@]/%//src/main}" -type f -print0 |
    LC_ALL=C sort -z | xargs -0 cksum | cksum
}

is_built() {
  [ -f "$state/sources" ] && [ "$(cat "$state/sources")" = "$now" ] || return 1
  local entry
  while IFS= read -r -d : entry; do # the jars are in Maven's repository, which may have been cleaned
    [ -e "$entry" ] || return 1
  done <<<"$(cat "$state/classpath"):"
}

build() {
  command -v mvn >/dev/null || fail "no 'mvn' found: install Maven, 3.8 or newer"
  "${java%java}javac" -version >/dev/null 2>&1 || fail "no '${java%java}javac' found: a JDK is needed, not only a JRE"
  echo "Building (without tests); the first time Maven downloads what it needs..."
  local attempt
  for attempt in 1 2 3; do
    rm -rf "$state"
    mkdir -p "$state/classes"
    compile
    copy
    if is_complete; then
      echo "$now" >"$state/sources"
      return
    fi
    echo "Another build seems to be at work in this directory; building again..."
  done
  fail "some classes are missing after $attempt builds: run 'mvn clean' and try again"
}

compile() {
  # MAVEN_ARGS is read by Maven itself only from 3.9 on: passed by hand, for every version.
  # shellcheck disable=SC2086 # several arguments in one variable
  if ! MAVEN_ARGS='' mvn -B -q -Dlaunch -Dspotless.check.skip -Denforcer.skip \
    -pl "$main_module" -am compile ${MAVEN_ARGS:-} ${maven_args[@]+"${maven_args[@]}"} \
    >"$state/build.log" 2>&1; then
    cat "$state/build.log" >&2
    fail "the build failed: see above"
  fi
}

# Copied, so that another build in this directory cannot pull the classes away under a run.
copy() {
  local classpath module
  classpath=$(cat "$main_module/target/launch.classpath")
  for module in "${modules[@]}"; do
    mkdir -p "$state/classes/${module%/*}"
    cp -R "$module/target/classes" "$state/classes/$module"
    classpath=${classpath//"$PWD/$module/target/classes"/"$PWD/$state/classes/$module"}
  done
  echo "$PWD/$state/classes/$main_module:$classpath" >"$state/classpath"
}

is_complete() {
  local module source
  for module in "${modules[@]}"; do
    while IFS= read -r source; do
      [ -f "$state/classes/$module/${source%.java}.class" ] || return 1
    done < <(cd "$module/src/main/java" && find . -name '*.java' ! -name package-info.java)
  done
}
