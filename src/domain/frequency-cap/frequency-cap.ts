import type { Uuid } from "#lib/ids";
import { hour } from "#lib/time";

import type { RecentMessage } from "../deliveries/holds.ts";
import type { Category } from "../messages/message.ts";
import { applies } from "../quiet-hours/allowed-at.ts";
import { LONGEST_CAP_HOURS, MAX_CAPPED_MESSAGES, type FrequencyCapSettings } from "./frequency-cap-settings.ts";

export type CapVerdict =
  /** With the person's list, which includes it. */
  | { readonly allowed: true; readonly contacts: readonly RecentMessage[] }
  | { readonly allowed: false; readonly opens: number };

/** The cap of a category; null: it has none. */
export const capFor = (settings: FrequencyCapSettings, category: Category): FrequencyCapSettings | null =>
  settings.mode === "on" && applies(settings, category) ? settings : null;

/**
 * Whether a person may get another message now.
 *
 * A message that was about to leave before counts once, however often it is tried. A contact dated in the future counts
 * as one of now: the clock was set back since.
 *
 * @param contacts the person's latest messages, the newest last
 * @param now milliseconds since 1970
 */
export function underCap(
  { messages, windowHours }: Pick<FrequencyCapSettings, "messages" | "windowHours">,
  contacts: readonly RecentMessage[],
  messageId: Uuid,
  now: number,
): CapVerdict {
  const length = windowHours * hour;
  const others = contacts.map(([id, at]): RecentMessage => [id, Math.min(at, now)]).filter(([id]) => id !== messageId);
  const counted = others.filter(([, at]) => at > now - length).toSorted(([, a], [, b]) => a - b);
  if (counted.length >= messages) return { allowed: false, opens: counted.at(-messages)![1] + length };
  return { allowed: true, contacts: kept([...others, [messageId, now]], now) };
}

/**
 * What a list keeps: all that the longest window counts, so that a longer one counts from its first day. The rest goes
 * when there is as much of it: a list that only grows is written once a message, not twice.
 */
function kept(contacts: readonly RecentMessage[], now: number): readonly RecentMessage[] {
  const sorted = contacts.toSorted(([, a], [, b]) => a - b);
  if (sorted.length <= 2 * MAX_CAPPED_MESSAGES && sorted[0]![1] > now - 2 * LONGEST_CAP_HOURS * hour) return sorted;
  return sorted.filter(([, at]) => at > now - LONGEST_CAP_HOURS * hour).slice(-MAX_CAPPED_MESSAGES);
}
