import type { GatewaySetupStore } from "#domain/gateways/stored/stored-gateway";
import { periodic, type LoopDeps, type WorkerLoop } from "#engine/worker-loop";
import { outsideContext } from "#lib/outside-context";
import type { SecretBox } from "#lib/secret-box";
import { second } from "#lib/time";

import type { OpenGateways } from "./open-gateways.ts";
import { readSetup } from "./stored-setup.ts";

export type SetupWatch = {
  /** Compares the revision every second, or when woken: a lost notification costs a second. */
  readonly workerLoop: WorkerLoop;
  /** Resolves when the present setup is in use. */
  current(): Promise<void>;
};

/** Follows the stored setup of gateways. */
export function setupWatch(
  store: Pick<GatewaySetupStore, "load" | "revision">,
  { gateways, box, ...tools }: LoopDeps & { readonly gateways: OpenGateways; readonly box: SecretBox },
): SetupWatch {
  let revision = 0;
  let reading: Promise<void> | null = null;
  const reported = new Map<string, string>();

  function report(unusable: ReturnType<typeof readSetup>["unusable"]): void {
    const reasons = new Map(unusable.map(({ name, reason }) => [name, reason]));
    for (const [name, reason] of reasons) {
      if (reported.get(name) !== reason) {
        tools.log("error", "a stored gateway cannot be used here", { gateway: name, reason });
      }
    }
    reported.clear();
    for (const [name, reason] of reasons) reported.set(name, reason);
  }

  async function load(): Promise<void> {
    const setup = readSetup(await store.load(), box, gateways.environment.names);
    if (setup.revision === revision) return;
    const isFirst = revision === 0;
    gateways.use(setup);
    // Recorded last, so that a change that could not be applied is retried.
    revision = setup.revision;
    report(gateways.unusable);
    if (!isFirst) tools.log("info", "the gateways changed", { revision });
  }

  /** One at a time: the answer of an earlier read must not replace that of a later one. */
  async function refresh(): Promise<void> {
    while (reading) await reading.catch(() => undefined);
    reading = load().finally(() => (reading = null));
    await reading;
  }

  async function follow(): Promise<void> {
    if ((await store.revision()) !== revision) await refresh();
  }

  return {
    // A caller may be in a transaction, and the connections that are opened here outlive it.
    current: () => outsideContext(follow),
    workerLoop: periodic({ name: "gateways", ...tools, everyMs: second, work: follow }),
  };
}
