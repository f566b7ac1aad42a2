import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest: of the quick ones more than ten seconds, of the flows more than a minute. */
const LONG = [
  "conformance/gateways.test",
  "contract/request-log",
  "contract/quiet-hours",
  "contract/compat-wpsms-people",
  "contract/docs-pages",
  "package/package.test",
  "payload/payload.test",
  "nodes/nodes-short-freeze",
  "imports/imports.test",
  "console/watch-browser",
  "wordpress/wordpress-conformance",
  "gateways/failover",
  "gateways/stored-gateways-nodes",
  "campaigns/crash-campaign",
  "faults/crash-promises",
  "operate/npm-start",
  "documents/pages-run",
  "operate/first-start",
  "engine/held.test",
  "console/languages-browser",
  "wordpress/wordpress-proxy",
  "console/messages-browser",
  "engine/personal-crash",
  "console/overview-browser",
  "campaigns/campaign-pause",
  "console/shell-browser",
  "engine/spending",
  "engine/fan-out-crash",
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
