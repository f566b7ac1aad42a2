import { withTimeout } from "#lib/with-timeout";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { DomainError } from "../error.ts";
import type { CreditStore, StoredCredit } from "./credit-store.ts";
import type { CreditReading } from "../gateways/gateway.ts";
import { namesOf, noGateway } from "../routing/routes.ts";

/** The part of a gateway that concerns its credit. */
export type CreditSource = {
  readonly name: string;
  /** Absent: the gateway does not report it. */
  readonly credit?: () => Promise<CreditReading>;
};

export type CreditDeps = {
  /** The gateways of this moment, in their order. */
  readonly sources: () => readonly CreditSource[];
  readonly store: CreditStore;
  readonly clock: Clock;
  readonly log: Log;
};

/** `credit` is null if the gateway does not report its balance. */
export type Credit = { readonly gateway: string; readonly credit: StoredCredit | null };

const FRESH_MS = 5 * second;
const CREDIT_TIMEOUT_MS = 5 * second;

/**
 * Reads the balance of a gateway from its provider, at most once in 5 s; concurrent requests share one call.
 *
 * Without a name, the first gateway that reports its balance is used. The balance is stored, so that every node can
 * show it.
 *
 * @throws DomainError no_gateway, not_found, gateway_unreachable with the last known balance as facts
 */
export function creditReader(
  ports: CreditDeps,
  timeoutMs = CREDIT_TIMEOUT_MS,
): (name: string | null) => Promise<Credit> {
  const fresh = new Map<string, { readonly until: number; readonly credit: StoredCredit }>();
  const inProgress = new Map<string, Promise<StoredCredit>>();

  /** While a call outlives its timeout, no other one is made: a gateway that hangs is not called again and again. */
  function request(name: string, credit: () => Promise<CreditReading>): Promise<StoredCredit> {
    const present = inProgress.get(name);
    if (present) return present;
    const call = (async () => {
      const reading = await credit();
      const stored = await ports.store.save({ gateway: name, ...reading });
      fresh.set(name, { until: ports.clock.now() + FRESH_MS, credit: stored });
      return stored;
    })().finally(() => inProgress.delete(name));
    // The call may fail when no caller is waiting for it any more.
    call.catch(() => undefined);
    inProgress.set(name, call);
    return call;
  }

  return async (name) => {
    const source = sourceOf(ports.sources(), name);
    if (!source.credit) return { gateway: source.name, credit: null };
    const known = fresh.get(source.name);
    if (known && ports.clock.now() < known.until) return { gateway: source.name, credit: known.credit };
    try {
      return { gateway: source.name, credit: await withTimeout(request(source.name, source.credit), timeoutMs) };
    } catch (error) {
      ports.log("warn", "a gateway's credit could not be read", { gateway: source.name, error: errorText(error) });
      throw unreachable(source.name, await ports.store.last(source.name), error);
    }
  };
}

function sourceOf(sources: readonly CreditSource[], name: string | null): CreditSource {
  if (sources.length === 0)
    throw new DomainError("no_gateway", "No gateway is configured, so there is no credit to read.");
  const source =
    name === null ? (sources.find((one) => one.credit) ?? sources[0]) : sources.find((one) => one.name === name);
  if (!source) throw noGateway(name!, namesOf(sources));
  return source;
}

function unreachable(gateway: string, last: StoredCredit | null, cause: unknown): DomainError {
  return new DomainError(
    "gateway_unreachable",
    `${gateway} did not report its credit.`,
    [],
    {
      credit: last?.amount ?? null,
      unit: last?.unit ?? null,
      currency: last?.currency ?? null,
      gateway,
      checked_at: last ? new Date(last.checkedAt).toISOString() : null,
      stale: true,
    },
    { cause },
  );
}
