import { hour } from "#lib/time";
import type { Uuid } from "#lib/ids";

import type { RecentMessage } from "../deliveries/holds.ts";
import { capFor, underCap } from "../frequency-cap/frequency-cap.ts";
import type { FrequencyCapSettings } from "../frequency-cap/frequency-cap-settings.ts";
import { quietHours } from "../quiet-hours/allowed-at.ts";
import { placeOf } from "../quiet-hours/place.ts";
import type { QuietHoursSettings } from "../quiet-hours/quiet-hours-settings.ts";
import type { Subscriber } from "./newsletter-store.ts";

export const marketingHolds = ["quiet_hours", "frequency_cap"] as const;

/** When marketing may next leave for a person, opt-outs aside. */
export type NextMarketing = {
  /** Milliseconds since 1970; the requested instant if it may leave then. */
  readonly at: number;
  /** What the person waits for until then; null: nothing. */
  readonly heldFor: (typeof marketingHolds)[number] | null;
  /** Messages that the frequency cap leaves at present; null: there is no cap. */
  readonly left: number | null;
  /** The time zones that quiet hours follow: several if the number does not say which. */
  readonly zones: readonly string[];
};

export type MarketingRules = {
  readonly hours: QuietHoursSettings;
  readonly cap: FrequencyCapSettings;
  /** For numbers without a zone. */
  readonly siteZone: string;
};

/** @param contacts the messages that the person got lately */
export function nextMarketing(
  { phone, timeZone }: Pick<Subscriber, "phone" | "timeZone">,
  contacts: readonly RecentMessage[],
  { hours, cap: settings, siteZone }: MarketingRules,
  now: number,
): NextMarketing {
  const cap = capFor(settings, "marketing");
  const verdict = cap && underCap(cap, contacts, NO_MESSAGE, now);
  const turn = verdict && !verdict.allowed ? verdict.opens : now;
  const permission = quietHours(hours, siteZone)(phone, timeZone, "marketing", turn);
  const at = permission.allowed ? turn : permission.opens;
  return {
    at,
    heldFor: !permission.allowed ? "quiet_hours" : turn > now ? "frequency_cap" : null,
    left: cap && Math.max(0, cap.messages - contacts.filter(([, sent]) => sent > now - cap.windowHours * hour).length),
    zones: placeOf(phone, timeZone, siteZone).zones,
  };
}

/** The next message is none of those that were sent. */
const NO_MESSAGE = "" as Uuid;
