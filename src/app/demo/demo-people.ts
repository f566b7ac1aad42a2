import type { DemoPerson } from "#store/queries/demo/demo-people";
import { pick, seeded } from "#lib/seeded";
import { day } from "#lib/time";

import { fictionalNumbers } from "./fictional-numbers.ts";
import { names, type Names } from "./person-names.ts";
import { groups, plans } from "./demo-objects.ts";

/** How often names of a language occur: the first of the list most often. */
const languageOf = (draw: number): Names => names[Math.floor(draw ** 1.8 * names.length)]!;

const WORDINGS = [
  { kind: "confirmed", source: "page", wording: "Yes, send me news by SMS. I can leave at any time by replying STOP." },
  { kind: "subscribed", source: "console", wording: "Agreed on paper, at the counter" },
  { kind: "imported", source: "import", wording: "Sign-up sheet of the summer fair" },
] as const;

/**
 * The people of the demo: the same for the same count and day.
 *
 * @param groupIds ids of `groups`, in their order
 * @param now milliseconds since 1970
 */
export function demoPeople(count: number, groupIds: readonly number[], now: number): DemoPerson[] {
  const random = seeded(count);
  return fictionalNumbers(count).map((phone): DemoPerson => {
    const { locale, zone, cities, given, family, joined = false } = languageOf(random());
    const parts = [pick(given, random), pick(family, random)];
    const joinedAt = now - (31 + random() * 330) * day;
    const consent = pick(WORDINGS, random);
    const isLate = random();
    return {
      phone,
      name: joined ? parts.toReversed().join("") : parts.join(" "),
      locale,
      zone,
      fields: {
        demo_city: pick(cities, random),
        demo_plan: pick(plans, random),
        demo_visits: Math.floor(random() ** 2 * 40),
        demo_birthday: dateOf(now - (20 + random() * 55) * 365 * day),
        ...(random() < 0.3 && { demo_volunteer: random() < 0.5 }),
      },
      joinedAt,
      bouncedAt: isLate > 0.99 ? now - random() * 20 * day : null,
      consent,
      memberships: groups.flatMap(({ share, ...limit }, index) =>
        // Everyone is in the first group.
        index > 0 && random() >= ("most" in limit ? Math.min(share, limit.most / count) : share)
          ? []
          : [
              {
                groupId: groupIds[index]!,
                state: isLate < 0.03 && index === 0 ? ("pending" as const) : ("active" as const),
              },
            ],
      ),
    };
  });
}

const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
