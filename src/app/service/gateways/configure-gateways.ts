import type { ConfigureDeps } from "#domain/gateways/stored/configure";
import type { GatewayKinds } from "#domain/gateways/stored/gateway-kinds";
import { commonDescriptions } from "#gateways/common-settings";
import { definitions } from "#gateways/index";
import { describeKinds } from "#gateways/kinds";
import { readRouting } from "#gateways/read-routing";
import { leadsElsewhere, readStoredSettings, storableSettings } from "#gateways/stored-settings";
import { withTimeout } from "#lib/with-timeout";
import type { SecretBox } from "#lib/secret-box";
import { second } from "#lib/time";

import type { Outbound } from "../../outbound/outbound.ts";
import type { Node } from "../node.ts";
import type { OpenGateways } from "./open-gateways.ts";
import type { SetupWatch } from "./setup-watch.ts";
import type { Storage } from "../storage.ts";

/** Longest wait for a provider while settings are tested. */
const ANSWER_MS = 5 * second;
const CLOSE_MS = second;

/** What a change of the stored gateways needs. */
export function configureDeps(
  { bus, random }: Node,
  { db, queries }: Storage,
  parts: {
    readonly gateways: OpenGateways;
    readonly outbound: Outbound;
    readonly box: SecretBox;
    readonly setup: SetupWatch;
  },
): ConfigureDeps {
  return {
    gatewaySetup: queries.gatewaySetup,
    unitOfWork: db,
    kinds: gatewayKinds(parts.outbound, random),
    gatewayBox: parts.box,
    gate: parts.outbound,
    states: queries.gatewayStates,
    environmentNames: parts.gateways.environment.names,
    setupChanged() {
      db.afterCommit(() => {
        parts.setup.workerLoop.wake();
        bus.broadcast("gateways");
        bus.broadcast("pauses");
      });
    },
    setupCurrent: parts.setup.current,
  };
}

function gatewayKinds({ guarded }: Pick<Outbound, "guarded">, random: () => number): GatewayKinds {
  const definitionOf = (kind: string) => definitions.find(({ id }) => id === kind)!;
  return {
    list: describeKinds(definitions),
    leadsElsewhere(kind, name) {
      const setting = storableSettings(definitionOf(kind)).find(({ dsnKey }) => dsnKey === name);
      return setting !== undefined && leadsElsewhere(setting);
    },
    keepsAccount: (name) => commonDescriptions.some(({ dsnKey }) => dsnKey === name),
    check: (kind, name, values) => readStoredSettings(definitionOf(kind), name, values),
    async readCredit(kind, name, values) {
      const reading = readStoredSettings(definitionOf(kind), name, values);
      if (!reading.ok) return null;
      const gateway = reading.prepared.open({
        ...guarded,
        clock: { now: Date.now },
        random,
        events: async () => undefined,
        sends: false,
        log: () => undefined,
      });
      try {
        return gateway.credit ? await withTimeout(gateway.credit(), ANSWER_MS) : null;
      } finally {
        // The result is known: a connection that does not close must not keep the caller waiting.
        await withTimeout(Promise.resolve(gateway.close?.()), CLOSE_MS).catch(() => undefined);
      }
    },
    readRouting,
  };
}
