import { hour, second } from "#lib/time";

import type { PeopleQuery, PreviewedPeople } from "./people.ts";
import type { QuietHoursSettings } from "../quiet-hours/quiet-hours-settings.ts";
import { quietSpan, type QuietSpanDeps, type Reached, type ReadMembers } from "./quiet-span.ts";

type Span = {
  readonly firstAt: number;
  /** At the rate of the call or the gateway, within quiet hours and the cap; null: nothing limits it. */
  readonly lastAt: number | null;
};

export type ExpectedDepartures = Span & {
  /** People whom quiet hours keep waiting; not `exact` if they were estimated from a sample. null: none. */
  readonly heldByQuietHours: { readonly people: number; readonly exact: boolean } | null;
  /** People whom the frequency cap keeps waiting. null: none. */
  readonly heldByCap: number | null;
};

type Departing = {
  /** null: there are no quiet hours for this message. */
  readonly rules: QuietHoursSettings | null;
  readonly final: number;
  readonly reached: Reached;
  readonly read: ReadMembers;
  readonly perMinute: number | null;
};

/** When the first and the last message leave, and how many people quiet hours and the cap keep waiting until then. */
export async function expectedDepartures(
  ports: Pick<QuietSpanDeps, "audienceReader" | "timeZone">,
  { cap, at }: PeopleQuery,
  { skips, overCap, counted }: PreviewedPeople,
  { rules, final, reached, read, perMinute }: Departing,
): Promise<ExpectedDepartures> {
  const quiet = rules && (await quietSpan(ports, rules, reached, read, { at, perMinute }));
  const atRate = perMinute === null ? null : at + Math.max(0, Math.ceil(((final - 1) * 60) / perMinute)) * second;
  const heldByCap = !skips && overCap > 0 && final > 0 ? overCap : null;
  const span = withCap(
    { firstAt: quiet?.firstAt ?? at, lastAt: quiet?.lastAt ?? atRate },
    heldByCap !== null && cap
      ? { ...counted.overCap, windowMs: cap.windowHours * hour, everyone: heldByCap >= final }
      : null,
  );
  return { ...span, heldByQuietHours: quiet && { people: quiet.held, exact: quiet.exact }, heldByCap };
}

/** A message to a person over the cap leaves when the earliest of the counted messages is outside the window. */
function withCap(
  { firstAt, lastAt }: Span,
  over: {
    readonly earliest: number | null;
    readonly latest: number | null;
    readonly windowMs: number;
    readonly everyone: boolean;
  } | null,
): Span {
  if (over === null || over.earliest === null || over.latest === null) return { firstAt, lastAt };
  return {
    firstAt: over.everyone ? Math.max(firstAt, over.earliest + over.windowMs) : firstAt,
    lastAt: Math.max(lastAt ?? firstAt, over.latest + over.windowMs),
  };
}
