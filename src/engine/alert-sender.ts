import { notify, type NotifyDeps } from "#domain/alerts/notify";
import { second } from "#lib/time";

import { LEASE_MS, leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

const RETRY_MS = 15 * second;
/** How long a stop waits for emails under way: one that is cut off is not sent again. */
const GRACE_MS = 5 * second;
/** Concurrent emails. A mail server that does not respond must not delay text messages. */
const AT_ONCE = 4;

/** Sends the notifications of alerts. */
export function alertSender({ owner, ...ports }: LoopDeps & NotifyDeps & { readonly owner: string }): WorkerLoop {
  return leasedJobs({
    name: "alert notifications",
    log: ports.log,
    random: ports.random,
    ...oneByOne(ports.alerts.notifications, owner),
    async step(job, stop) {
      await notify(ports, job, { leaseMs: LEASE_MS, stop });
      return "done";
    },
    detail: ({ id, channel }) => ({ notification: id, channel }),
    retryMs: RETRY_MS,
    atOnce: AT_ONCE,
    graceMs: GRACE_MS,
  });
}
