import { contentOf } from "#domain/messages/content";
import { NOBODY, type Category } from "#domain/messages/message";
import { readKeyword } from "#domain/inbox/keyword";
import type { Phone } from "#domain/recipients/phone";
import { uuidv7, type Uuid } from "#lib/ids";
import { pick, seeded } from "#lib/seeded";
import { day, hour, minute, second } from "#lib/time";
import type { DemoDelivery, DemoMessage } from "#store/queries/demo/demo-history";
import type { DemoPerson } from "#store/queries/demo/demo-people";
import type { DemoReply } from "#store/queries/demo/demo-replies";

import { outcomeOf } from "./demo-outcomes.ts";
import { campaigns, questions, singles, stops } from "./demo-texts.ts";

export const HISTORY_DAYS = 30;
/** The rest goes to single people. */
const CAMPAIGN_SHARE = 0.75;
const MAX_CAMPAIGNS = 60;
const PER_SECOND = 100;
/** Of those who get a campaign, and of single people in the last two days. */
const ANSWERS = 0.012;
const LATE_ANSWERS = 0.06;
const STOPS = 0.2;

export type DemoHistory = {
  readonly messages: readonly DemoMessage[];
  readonly deliveries: readonly DemoDelivery[];
  readonly replies: readonly DemoReply[];
};

/**
 * What was sent to the people of the demo in the last 30 days, and what they replied.
 *
 * @param options.count about how many deliveries
 * @param options.blocked members who get nothing
 * @param options.now milliseconds since 1970
 */
export function demoHistory(
  people: readonly DemoPerson[],
  options: {
    readonly count: number;
    readonly groupIds: readonly number[];
    readonly blocked: ReadonlySet<Phone>;
    readonly now: number;
  },
): DemoHistory {
  const { count, groupIds, blocked, now } = options;
  const random = seeded(count + people.length);
  const messages: DemoMessage[] = [];
  const deliveries: DemoDelivery[] = [];
  const replies: DemoReply[] = [];
  const left = new Map<Phone, number>();

  /** Sends one text to these people, from `at` on. */
  function send(
    { category, text, group, at }: { category: Category; text: string; group: number | null; at: number },
    recipients: readonly DemoPerson[],
  ): void {
    const id = uuidv7(at) as Uuid;
    const isPersonal = group !== null && text.includes("{name}");
    const named = (name: string): string => text.replace("{name}", name);
    const shown = isPersonal ? text.replace("{name}", "{{name | there}}") : named(recipients[0]!.name);
    const content = contentOf({ text: shown, personal: isPersonal });
    const rows = recipients.map(({ phone, name }, index): DemoDelivery => {
      const ownText = isPersonal ? named(name) : null;
      const segments = ownText === null ? content.segments : contentOf({ text: ownText }).segments;
      const row = { messageId: id, phone, segments, ownText };
      return blocked.has(phone)
        ? { ...row, ...SUPPRESSED }
        : { ...row, ...outcomeOf(at + (index / PER_SECOND) * second, now, random) };
    });
    const suppressed = rows.filter(({ state }) => state === "suppressed").length;
    const sent = rows.flatMap(({ sentAt }) => sentAt ?? []);
    const ended = rows.map((row) => row.deliveredAt ?? row.endedAt ?? row.sentAt ?? at);
    messages.push({
      id,
      category,
      content,
      audience: group === null ? null : { ...NOBODY, groups: [groupIds[group]!] },
      accepted: rows.length - suppressed,
      suppressed,
      firstSentAt: earliest(sent),
      finishedAt: latest(ended) ?? at,
      rolledUp: group !== null,
    });
    for (const row of rows) deliveries.push(row);
  }

  const answer = (person: DemoPerson, at: number): void => {
    if (random() < STOPS) {
      const text = pick(stops, random);
      const reading = readKeyword(text);
      left.set(person.phone, at);
      replies.push({ phone: person.phone, text, keyword: reading?.keyword ?? null, at });
      return;
    }
    const { text, answer: back } = pick(questions, random);
    replies.push({ phone: person.phone, text, keyword: readKeyword(text)?.keyword ?? null, at });
    const later = at + (3 + random() * 90) * minute;
    if (back !== null && later < now) send({ category: "transactional", text: back, group: null, at: later }, [person]);
  };

  for (const { at, group, text, recipients } of planned(people, { count, groupIds, now })) {
    const present = recipients.filter(({ phone }) => (left.get(phone) ?? now) >= at);
    send({ category: "marketing", text, group, at }, present);
    for (const person of present) {
      if (blocked.has(person.phone) || random() >= ANSWERS) continue;
      const when = at + (1 + random() ** 2 * 300) * minute;
      if (when < now && !left.has(person.phone)) answer(person, when);
    }
  }
  const reachable = people.filter(({ phone }) => !blocked.has(phone) && !left.has(phone));
  for (let rest = reachable.length === 0 ? 0 : count - deliveries.length; rest > 0; rest -= 1) {
    const person = pick(reachable, random);
    const { category, text } = pick(singles, random);
    const at = someTime(now, random);
    send({ category, text, group: null, at }, [person]);
    const when = at + (2 + random() * 60) * minute;
    if (at < now - 2 * day || when >= now || random() >= LATE_ANSWERS) continue;
    const { text: question } = pick(questions, random);
    replies.push({ phone: person.phone, text: question, keyword: readKeyword(question)?.keyword ?? null, at: when });
  }
  return { messages, deliveries, replies };
}

const SUPPRESSED = {
  state: "suppressed",
  sentAt: null,
  deliveredAt: null,
  endedAt: null,
  failure: "suppressed",
  response: null,
} as const;

/** The campaigns, oldest first, spread over the days. */
function planned(
  people: readonly DemoPerson[],
  { count, groupIds, now }: { readonly count: number; readonly groupIds: readonly number[]; readonly now: number },
) {
  const plan: { group: number; text: string; recipients: readonly DemoPerson[] }[] = [];
  let budget = Math.round(count * CAMPAIGN_SHARE);
  for (let turn = 0; budget > 0 && turn < MAX_CAMPAIGNS; turn += 1) {
    const { group, text } = campaigns[turn % campaigns.length]!;
    const recipients = people
      .filter(({ memberships }) => memberships.some((one) => one.groupId === groupIds[group] && one.state === "active"))
      .slice(0, budget);
    if (recipients.length === 0) continue;
    plan.push({ group, text, recipients });
    budget -= recipients.length;
  }
  const step = (HISTORY_DAYS * day) / Math.max(1, plan.length);
  return plan.map((one, index) => {
    const on = now - (plan.length - index) * step + step / 2;
    const byDay = on - (on % day) + (9 + ((index * 3) % 9)) * hour;
    // The newest was this morning, for the figures of the last day.
    return { ...one, at: index === plan.length - 1 ? now - 4 * hour : Math.min(byDay, now - 12 * hour) };
  });
}

/** Mostly by day, up to a few minutes ago. */
function someTime(now: number, random: () => number): number {
  const at = now - 3 * minute - random() * (HISTORY_DAYS * day - hour);
  const isNight = new Date(at).getUTCHours() < 7;
  return Math.round(isNight && random() < 0.8 ? Math.min(at + 8 * hour, now - 3 * minute) : at);
}

const earliest = (times: readonly number[]): number | null =>
  times.reduce<number | null>((first, time) => (first === null || time < first ? time : first), null);
const latest = (times: readonly number[]): number | null =>
  times.reduce<number | null>((last, time) => (last === null || time > last ? time : last), null);
