import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest: of the quick ones more than ten seconds, of the flows about a minute. */
const LONG = [
  "conformance/gateways.test",
  "contract/request-log",
  "contract/quiet-hours",
  "contract/compat-wpsms-people",
  "contract/docs-pages",
  "payload/payload.test",
  "package/package.test",
  "wordpress/wordpress-newer-host",
  "gateways/failover",
  "nodes/nodes-short-freeze",
  "operate/first-start",
  "console/messages-browser",
  "wordpress/wordpress-proxy",
  "campaigns/crash-campaign",
  "documents/pages-run",
  "operate/operator-cli",
  "wordpress/wordpress-newer-browser",
  "operate/embedded-start",
  "faults/crash-promises",
  "faults/database-frozen",
  "console/overview-browser",
  "engine/held.test",
  "engine/spending.test",
  "wordpress/wordpress-conformance",
  "nodes/nodes-poolers",
  "console/sandbox-phone-browser",
  "console/watch-browser",
  "documents/acme",
  "operate/npm-start",
  "console/languages-browser",
];
/** Files that start servers, browsers or nodes take half a minute; most others less than ten seconds. */
const RATHER_LONG =
  /\/flows\/(wordpress|nodes|faults|documents|operate)\/|-(browser|crash|prism)\.test|engine\/(throttle|message-rate|engine-restart|(engine-)?lost-answers)|\/(stop-then-start|leave-resent|routing-changes|smpp-unread)\.|\/live\/events\./;

/**
 * Begins the longest files first, so that none of them is left running alone at the end. The order by size, which is
 * the default, would begin some of them last.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((one) => moduleId.includes(one));
      if (at !== -1) return at;
      return RATHER_LONG.test(moduleId) ? LONG.length : LONG.length + 1;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
