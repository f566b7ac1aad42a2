#!/usr/bin/env bash
# Newer WordPresses than the one that is installed, from newer releases of Debian: unpacked into the user's cache, where
# the tests find them (folders.ts).
#
#   test/support/wordpress/fetch.sh [RELEASE…]     trixie and forky unless told
set -euo pipefail
. "$(dirname "$0")/../debian.sh"

cache=$debian_cache/wordpress
# WordPress and what Debian has taken out of it; the theme is a block theme, whose editor is another one.
packages="wordpress wordpress-theme-twentytwentyfive php-getid3 libphp-phpmailer
  libjs-cropper libjs-lodash libjs-underscore libjs-jquery-ui"

mkdir -p "$cache"
for release in ${@:-trixie forky}; do
  scratch=$(mktemp -d "$cache/$release.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  # shellcheck disable=SC2086
  unpack_debian "$release" "$scratch" $packages
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
