import { minute } from "#lib/time";

import { endOf, permissionIn, type Permission } from "./allowed-at.ts";
import { nameOfPlace, type Place } from "./place.ts";
import type { QuietHoursSettings } from "./quiet-hours-settings.ts";

export type Crowd = { readonly place: Place; readonly people: number };

export type CampaignSpan = {
  readonly firstAt: number;
  readonly lastAt: number;
  /** People whom quiet hours keep waiting, at least once. */
  readonly held: number;
};

/**
 * Zones that are judged beyond two judgments of each place: a judgment takes 0.2 ms with one zone, 7 ms with Russia's
 * eleven, and nothing else runs meanwhile. The rest is taken to leave at the pace until then.
 */
const MAX_JUDGED = 200;
/** A bound in case of rounding errors: a turn ends where hours or the campaign end, so a few hundred are usual. */
const MAX_TURNS = 5_000;
/** Less of a person than this is a rounding error. */
const NOBODY = 1e-6;

type Part = {
  readonly place: Place;
  readonly people: number;
  /** Not tried yet, or due again. */
  waiting: number;
  held: number;
  /** Over all tries. */
  everHeld: number;
  judged: { readonly until: number; readonly permission: Permission } | null;
  due: number;
};

/**
 * When the first and the last message of a campaign leave, if each person is texted within the hours of their place;
 * null: no recipient is held. People of all places take turns at the rate; a person who is held has used a turn, and
 * needs another one when their hours begin.
 *
 * @param perMinute null: without a limit, so that the last one leaves when the last hours begin
 */
export function campaignSpan(
  settings: QuietHoursSettings,
  crowds: readonly Crowd[],
  { at, perMinute }: { readonly at: number; readonly perMinute: number | null },
): CampaignSpan | null {
  const parts = merged(crowds);
  const total = parts.reduce((all, { people }) => all + people, 0);
  const mostJudged = 2 * parts.reduce((all, { place }) => all + place.zones.length, 0) + MAX_JUDGED;
  const rate = perMinute === null ? null : perMinute / minute;
  let [now, first, last, left, judgments, turns] = [at, Infinity, at, 0, 0, 0];

  const permissionOf = (part: Part): Permission => {
    if (!part.judged || now >= part.judged.until) {
      judgments += part.place.zones.length;
      const permission = permissionIn(settings, part.place, Math.floor(now));
      part.judged = { permission, until: endOf(permission) };
    }
    return part.judged.permission;
  };

  while (left < total - NOBODY && judgments < mostJudged && turns < MAX_TURNS) {
    turns += 1;
    for (const part of parts) if (part.held > 0 && part.due <= now) release(part);
    const due = Math.min(...parts.map(({ held, due: next }) => (held > 0 ? next : Infinity)));
    const waiting = parts.reduce((all, part) => all + part.waiting, 0);
    if (waiting <= NOBODY) {
      if (due === Infinity) break;
      now = due;
      continue;
    }
    const trying = parts.filter((part) => part.waiting > 0);
    const changes = Math.min(due, ...trying.map((part) => endOf(permissionOf(part))));
    const done = rate === null ? now : now + waiting / rate;
    const next = Math.min(changes, done);
    // Not by the difference of the instants alone: it is rounded, and those whom rounding leaves would never have a
    // turn.
    const share = rate === null || done <= changes ? 1 : ((next - now) * rate) / waiting;
    for (const part of trying) {
      const people = part.waiting * share;
      part.waiting -= people;
      const permission = permissionOf(part);
      if (permission.allowed) {
        left += people;
        first = Math.min(first, now);
        last = next;
      } else {
        part.held += people;
        part.everHeld += people;
        part.due = permission.opens;
      }
    }
    now = next;
  }
  const held = parts.reduce((all, { people, everHeld }) => all + Math.min(people, everHeld), 0);
  if (held <= NOBODY) return null;
  if (left < total - NOBODY) last = left === 0 ? now : at + ((now - at) * total) / left;
  return { firstAt: Math.round(Math.min(first, now)), lastAt: Math.round(last), held: Math.ceil(held - NOBODY) };
}

function release(part: Part): void {
  part.waiting += part.held;
  part.held = 0;
}

function merged(crowds: readonly Crowd[]): Part[] {
  const parts = new Map<string, Part>();
  for (const { place, people } of crowds) {
    const name = nameOfPlace(place);
    const before = parts.get(name)?.people ?? 0;
    const all = before + people;
    parts.set(name, { place, people: all, waiting: all, held: 0, everHeld: 0, judged: null, due: Infinity });
  }
  return [...parts.values()];
}
