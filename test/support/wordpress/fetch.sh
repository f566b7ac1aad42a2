#!/usr/bin/env bash
# Newer WordPresses than the one that is installed, from newer releases of Debian: unpacked into the user's cache, where
# the tests find them (folders.ts). Nothing is installed. apt checks the signature of the index and the packages' sums.
#
#   test/support/wordpress/fetch.sh [RELEASE…]     trixie and forky unless told
set -euo pipefail

mirror=${TIDINGS_TEST_DEBIAN:-http://deb.debian.org/debian}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tidings/wordpress
# WordPress and what Debian has taken out of it; the theme is a block theme, whose editor is another one.
packages="wordpress wordpress-theme-twentytwentyfive php-getid3 libphp-phpmailer
  libjs-cropper libjs-lodash libjs-underscore libjs-jquery-ui"

mkdir -p "$cache"
for release in ${@:-trixie forky}; do
  scratch=$(mktemp -d "$cache/$release.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch/apt/lists/partial" "$scratch/apt/archives/partial" "$scratch/debs" "$scratch/unpacked"
  echo "deb [arch=all signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" > "$scratch/apt/sources.list"
  # A mirror that stands still has an index that is out of date; its signature is still looked at.
  fetch() {
    (cd "$scratch/debs" && apt-get -qq \
      -o Dir::Etc::SourceList="$scratch/apt/sources.list" -o Dir::Etc::SourceParts=- \
      -o Dir::State="$scratch/apt" -o Dir::State::Lists="$scratch/apt/lists" -o Dir::State::status=/dev/null \
      -o Dir::Cache="$scratch/apt" -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false \
      -o Acquire::Retries=3 -o APT::Update::Error-Mode=any -o APT::Sandbox::User="$(id -un)" "$@")
  }
  fetch update
  # shellcheck disable=SC2086
  fetch download $packages
  for deb in "$scratch"/debs/*.deb; do dpkg-deb -x "$deb" "$scratch/unpacked"; done
  # Apache's settings; the link leads out of the folder.
  rm "$scratch/unpacked/usr/share/wordpress/.htaccess"
  # Fails where a link leads nowhere: then Debian has taken out more, and a package is missing above.
  cp -rL "$scratch/unpacked/usr/share/wordpress" "$scratch/site"
  chmod -R a+rX "$scratch/site"
  rm -rf "${cache:?}/$release"
  mv "$scratch/site" "$cache/$release"
  rm -rf "$scratch"
  echo "Debian $release has WordPress $(sed -n "s/^\$wp_version = '\(.*\)';/\1/p" "$cache/$release/wp-includes/version.php"): $cache/$release"
done
