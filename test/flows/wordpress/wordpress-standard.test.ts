import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const missing = missingSniffer();
if (missing) process.stdout.write(`skipped: the coding standard of the companion (${missing})\n`);

/** Debian's PHP_CodeSniffer; null if it is installed. Under CI_FULL=1 its absence is a failure. */
function missingSniffer(): string | null {
  try {
    execFileSync("phpcs", ["--version"], { stdio: "ignore" });
    return null;
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return "apt-get install php-codesniffer";
  }
}

test.skipIf(missing)(
  "the companion follows those rules of the WordPress coding standard that are PHP_CodeSniffer's own",
  () => {
    const standard = fileURLToPath(new URL("../../support/wordpress/phpcs.xml", import.meta.url));
    const plugin = fileURLToPath(new URL("../../../wordpress/", import.meta.url));
    const { stdout } = spawnSync(
      "phpcs",
      [`--standard=${standard}`, "--report=emacs", "--basepath=" + plugin, plugin],
      {
        encoding: "utf8",
      },
    );
    expect(
      stdout
        .trim()
        .split("\n")
        .filter((line) => line !== ""),
    ).toEqual([]);
  },
);
