import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest. The order by size, which is the default, would begin some of them last. */
const LONG = [
  // Of the quick ones, more than ten seconds.
  "conformance/gateways.test",
  "contract/quiet-hours",
  "contract/compat-wpsms-people",
  "contract/docs-pages",
  // Of the flows, more than a minute.
  "documents/pages-run",
  "nodes/nodes-poolers",
  "nodes/nodes-short-freeze",
  "nodes/nodes-rolling",
  "wordpress/wordpress-newer-browser",
  "wordpress/wordpress-conformance",
  "gateways/failover",
  "faults/crash-promises",
  "campaigns/crash-campaign",
  "engine/personal-crash",
  "operate/first-start",
  "console/languages-browser",
  "console/shell-browser",
  "console/watch-browser",
  "package/package.test",
  "operate/npm-start",
  "engine/engine-restart",
  "engine/held.test",
  "wordpress/wordpress-proxy",
];

/** Begins the longest files first, so that none of them is left running alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((one) => moduleId.includes(one));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
