import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { hasPooler } from "../../test/support/database/pgbouncer-programs.ts";
import { pagesMissing } from "../../test/support/documents/missing.ts";
import { NEWER_RELEASES, wordpressFolder } from "../../test/support/wordpress/folders.ts";

/** Debian packages that some tests need, the tests, and how to install the packages. */
export const needs: readonly {
  readonly what: string;
  readonly files: RegExp;
  readonly present: () => boolean;
  readonly remedy: string;
}[] = [
  {
    what: "Kannel, as an independent SMPP client and HTTP peer",
    files: /kannel/,
    present: () => existsSync("/usr/sbin/bearerbox"),
    remedy: "apt-get install kannel kannel-extras",
  },
  {
    what: "Perl's Net::SMPP, as an SMSC that we did not write",
    files: /net-smpp/,
    present: () => spawnSync("perl", ["-MNet::SMPP", "-e", "1"]).status === 0,
    remedy: "apt-get install libnet-smpp-perl",
  },
  {
    what: "PHP_CodeSniffer, for the coding standard of the WordPress plugin",
    files: /wordpress-standard/,
    present: () => spawnSync("phpcs", ["--version"]).status === 0,
    remedy: "apt-get install php-codesniffer",
  },
  {
    what: "bash, curl 7.82 and Python 3, to run the pages of the guide and the examples",
    files: /documents\/(pages-run|examples)/,
    present: () => pagesMissing === null,
    remedy: "apt-get install bash curl python3",
  },
  {
    what: "a real WordPress, with its database, PHP and nginx",
    files: /wordpress(?!-newer|-standard)/,
    present: () => existsSync("/usr/share/wordpress/wp-load.php") && existsSync("/usr/sbin/mariadbd"),
    remedy:
      "apt-get install --no-install-recommends wordpress mariadb-server php-fpm php-mysql php-curl php-mbstring php-xml nginx",
  },
  {
    what: "newer WordPresses, beside what a real WordPress needs",
    files: /wordpress-newer/,
    present: () => NEWER_RELEASES.every((release) => existsSync(join(wordpressFolder(release), "wp-load.php"))),
    remedy: "test/support/wordpress/fetch.sh",
  },
  {
    what: "Chromium, for pages in a real browser",
    files: /browser/,
    present: () => ["chromium-headless-shell", "chromium"].some((name) => existsSync(`/usr/bin/${name}`)),
    remedy: "apt-get install chromium-headless-shell",
  },
  {
    what: "PgBouncer, Debian's and one that keeps prepared statements",
    files: /poolers/,
    present: () => hasPooler("installed") && hasPooler("newer"),
    remedy: "apt-get install pgbouncer && test/support/database/fetch-pgbouncer.sh",
  },
  {
    what: "a system PostgreSQL 15, which may not open a newer data folder",
    files: /embedded/,
    present: () => existsSync("/usr/lib/postgresql/15/bin/postgres"),
    remedy: "apt-get install postgresql-15",
  },
];

/** Skipped where they cannot run, in CI too: we cannot supply vendors' specifications or a real shop. */
export const optional = /prism|conformance\/commerce/;
