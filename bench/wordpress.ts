import { compareCalls } from "./wordpress/one-by-one.ts";
import { CLIENTS, openHarness } from "./wordpress/harness.ts";
import { manyAtOnce } from "./wordpress/many.ts";
import { wordpressMissing } from "../test/support/wordpress/missing.ts";
import { thousands } from "./lib/report.ts";
import type { Scenario } from "./lib/scenario.ts";

export const wordpress: Scenario = {
  name: "wordpress",
  about: "the cost of one message through a real WordPress site, and the part of it that is WordPress",
  async run(settings) {
    if (wordpressMissing) return `Not measured: ${wordpressMissing}.`;
    const harness = await openHarness();
    try {
      const parts: string[] = [];
      // First a node that only answers: its cost is the response's own. Then one that sends, too, as most do.
      for (const role of ["api", "all"] as const) {
        await harness.serve(role);
        parts.push(await compareCalls(harness, role, settings));
      }
      parts.push(await manyAtOnce(harness, settings));
      const { taken, numbers } = await harness.stub.counts();
      return [
        `WordPress ${harness.release} without WP_DEBUG, ${CLIENTS} PHP workers, opcache; its database on disk.`,
        ...parts,
        `${thousands(taken)} texts at the gateway, to ${thousands(numbers)} numbers.`,
      ].join("\n\n");
    } finally {
      await harness.close();
    }
  },
};
