import { day, minute, type Clock } from "#lib/time";

import { ENDS_SOON_MS, GRACE_MS } from "../../license/license.ts";
import { stateOf, type Licenses } from "../../license/require.ts";
import { dayOf, type AlertRule, type AlertText } from "../rule.ts";

const ENDS_NOW_MS = 3 * day;
const SOON = 1;
const IN_DAYS = 2;
export const IN_GRACE = 3;
export const ENDED = 4;

/** The license in the database. */
const SHARED = "license";
/** In half an hour each of several nodes has checked. */
const OTHER_NODES_MS = 30 * minute;

/**
 * The license ends within 14 days, within 3, has ended, or no longer works.
 *
 * Nodes may have different licenses in TIDINGS_LICENSE, and each sees only its own: each of these is a subject, and its
 * alert ends once no node has reported it for half an hour. The one in the database is the same for all nodes that use
 * it, and its alert ends at once.
 *
 * @param ports.source where this node's license comes from
 */
export function licenseEnding(
  ports: Pick<Licenses, "current"> & { readonly source: "environment" | "settings"; readonly clock: Clock },
): AlertRule {
  const isShared = ports.source === "settings";
  return {
    kind: "license_ending",
    settleMs: (subject) => (isShared && subject === SHARED ? 0 : OTHER_NODES_MS),
    endsOnFall: true,
    async check() {
      const installed = await ports.current();
      if (installed.kind !== "license") return [];
      const now = ports.clock.now();
      const { expiresAt } = installed.license;
      const level = levelOf(stateOf(installed, now), expiresAt - now);
      return level === null
        ? []
        : [
            {
              subject: isShared ? SHARED : `license until ${new Date(expiresAt).toISOString()}`,
              level,
              delayMs: 0,
              data: { expiresAt },
            },
          ];
    },
  };
}

function levelOf(state: ReturnType<typeof stateOf>, leftMs: number): number | null {
  if (state === "expired") return ENDED;
  if (state === "grace") return IN_GRACE;
  if (state !== "valid" || leftMs >= ENDS_SOON_MS) return null;
  return leftMs < ENDS_NOW_MS ? IN_DAYS : SOON;
}

export const licenseEndingText: AlertText = ({ level, data }) => {
  const expiresAt = Number(data["expiresAt"]);
  const until = `Schedules and repeats continue until ${dayOf(expiresAt + GRACE_MS)}, then they wait.`;
  return {
    title:
      level >= IN_GRACE ? `The license expired on ${dayOf(expiresAt)}` : `The license expires on ${dayOf(expiresAt)}`,
    meaning:
      level >= ENDED
        ? "Schedules and repeats are refused, and those that exist wait. Other messages are not affected."
        : `${until} Other messages are not affected.`,
    step: "Install a new license: set TIDINGS_LICENSE and restart.",
    screen: "/overview",
  };
};
