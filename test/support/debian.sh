#!/usr/bin/env bash
# Sourced by the scripts that need packages of another Debian release than the machine's. Nothing is installed: packages
# are unpacked into a folder of the user's cache. apt checks the signature of the index and the packages' sums.

debian_mirror=${TIDINGS_TEST_DEBIAN:-http://deb.debian.org/debian}
debian_cache=${XDG_CACHE_HOME:-$HOME/.cache}/tidings

# unpack_debian RELEASE FOLDER PACKAGE…: unpacks the packages into FOLDER/unpacked.
unpack_debian() {
  local release=$1 folder=$2 try
  shift 2
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/debs" "$folder/unpacked"
  # By the machine's architecture, whose index lists packages for all architectures too: a frozen copy of the index of
  # those alone (binary-all) was seen that did not fit its signature.
  echo "deb [arch=$(dpkg --print-architecture) signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $debian_mirror $release main" \
    > "$folder/apt/sources.list"
  # An index that is being updated does not fit its signature for some seconds.
  for try in 1 2 3; do
    debian_apt "$folder" update && break
    [ "$try" -lt 3 ] || return 1
    sleep 20
  done
  debian_apt "$folder" download "$@"
  for deb in "$folder"/debs/*.deb; do dpkg-deb -x "$deb" "$folder/unpacked"; done
}

# A mirror that stands still has an index that is out of date; its signature is still checked.
debian_apt() {
  local folder=$1
  shift
  (cd "$folder/debs" && apt-get -qq \
    -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::State="$folder/apt" -o Dir::State::Lists="$folder/apt/lists" -o Dir::State::status=/dev/null \
    -o Dir::Cache="$folder/apt" -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false \
    -o Acquire::Retries=3 -o APT::Update::Error-Mode=any -o APT::Sandbox::User="$(id -un)" "$@")
}
