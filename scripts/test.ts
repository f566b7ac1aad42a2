import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { hasPooler } from "../test/support/database/pgbouncer-programs.ts";
import { pagesMissing } from "../test/support/documents/missing.ts";
import { NEWER_RELEASES, wordpressFolder } from "../test/support/wordpress/folders.ts";

/**
 * `npm test`: every test. Tests that need a missing Debian package are skipped and listed at the end, with how to
 * install it; under CI_FULL=1 a skipped test is a failure. Arguments are passed to vitest: a path, `--shard=1/2`.
 */
const needs: readonly {
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
    files: /net-smpp|smpp-house/,
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
const optional = /prism|conformance\/commerce/;

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** From every attempt, including one that was followed by a successful one. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

const full = process.env["CI_FULL"] === "1";
const folder = await mkdtemp(join(tmpdir(), "tidings-report-"));
const file = join(folder, "report.json");
// Once and first: a build takes the place of the files that a running service knows.
spawnSync("node", ["scripts/build-console.ts", "--if-outdated"], { stdio: "inherit" });
const child = spawn(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
const report = JSON.parse(await readFile(file, "utf8").catch(() => "null")) as Report | null;
await rm(folder, { recursive: true, force: true });

type Test = Report["testResults"][number]["assertionResults"][number];

const testsThat = (holds: (test: Test) => boolean) =>
  (report?.testResults ?? []).flatMap((result) =>
    result.assertionResults
      .filter(holds)
      .map(({ fullName: test, failureMessages: messages }) => ({ file: relative(".", result.name), test, messages })),
  );

const leftOut = testsThat(({ status }) => ["pending", "skipped", "todo", "disabled"].includes(status));
for (const need of needs) {
  const count = leftOut.filter(({ file: name }) => need.files.test(name)).length;
  if (count > 0 && !need.present()) console.log(`Left out: ${count} tests that need ${need.what}.\n  ${need.remedy}`);
}
const unexplained = leftOut.filter(({ file: name }) => !optional.test(name));
if (full && unexplained.length > 0) {
  for (const { file: name, test } of unexplained) console.log(`Left out in CI: ${name}: ${test}`);
}
for (const { name, startTime, endTime } of slowest(report?.testResults ?? [])) {
  console.log(`Slow: ${((endTime - startTime) / 1000).toFixed(1)} s in ${relative(".", name)}`);
}
for (const one of testsThat(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)) {
  console.log(`Flaky, passed only at the second attempt: ${one.file}: ${one.test}\n${one.messages.join("\n")}`);
}
const broken = (report?.testResults ?? []).filter(
  (result) => result.status === "failed" && result.assertionResults.length === 0,
).length;
const failed = (report?.numFailedTests ?? 1) + broken;
console.log(`\n${report?.numPassedTests ?? 0} passed, ${failed} failed, ${leftOut.length} skipped`);
process.exitCode = code !== 0 || failed > 0 || (full && unexplained.length > 0) ? 1 : 0;

/** The ten slowest files, if that many ran. */
function slowest(results: Report["testResults"]): Report["testResults"] {
  if (results.length < 50) return [];
  return results.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime)).slice(0, 10);
}
