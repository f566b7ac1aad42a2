import type { Host } from "#domain/access/host";
import type { PauseReason, ScheduleOwners } from "#domain/schedules/owners";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

/** As for application passwords on another node. A platform on another server has a cache of its own. */
const TRUST_MS = second;

type Known = { readonly verdict: PauseReason | null; readonly since: number };

/**
 * Asks the platform whether the owners of schedules may still send. Owners from another platform are not judged, and
 * nobody is while the platform does not answer: an outage says nothing about a person, and must not stop the reminders
 * of a hospital.
 *
 * @param tools.clock a monotonic clock, in milliseconds
 */
export function scheduleOwners(
  host: Pick<Host, "name" | "rightsOf">,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ScheduleOwners {
  const known = new Map<string, Known>();
  let isDown = false;

  const idOf = (owner: string): number | null => {
    const [name, id = ""] = owner.split(":");
    return name === host.name && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
  };

  function isFresh({ since }: Known): boolean {
    const age = clock.now() - since;
    return age >= 0 && age < TRUST_MS;
  }

  async function judge(id: number): Promise<PauseReason | null> {
    try {
      const rights = await host.rightsOf!(id);
      isDown = false;
      if (rights === null) return "owner_gone";
      return rights === undefined || rights.has("svc_sendsms") ? null : "owner_may_not_send";
    } catch (error) {
      if (!isDown) {
        log("warn", "the platform does not tell whether owners of schedules may still send: schedules run meanwhile", {
          error: errorText(error),
        });
      }
      isDown = true;
      return null;
    }
  }

  return {
    verdict(owner) {
      if (!host.rightsOf || idOf(owner) === null) return null;
      const found = known.get(owner);
      return found && isFresh(found) ? found.verdict : undefined;
    },
    async learn(owners) {
      for (const [owner, one] of known) if (!isFresh(one)) known.delete(owner);
      const judged = await Promise.all(
        [...new Set(owners)].map(async (owner) => {
          const id = host.rightsOf ? idOf(owner) : null;
          return [owner, id === null ? null : await judge(id)] as const;
        }),
      );
      // From the last response: the first ones must not expire while a slow platform gives the others.
      const since = clock.now();
      for (const [owner, verdict] of judged) known.set(owner, { verdict, since });
      return new Map(judged);
    },
  };
}
