import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { Temporal } from "temporal-polyfill";

/**
 * Writes `src/domain/quiet-hours/data/number-zones.ts` and `us-area-codes.ts` from a clone of google/libphonenumber.
 * Run it manually when that data changes: `node scripts/build-number-zones.ts FOLDER`.
 *
 * - Numbers move between exchanges, so a North American area code has the zones of all its exchanges.
 * - Zones of a prefix whose clocks agree for the next ten years are one zone.
 * - A prefix with the zones of the next shorter one is left out.
 */
const clone = process.argv[2];
if (clone === undefined) throw new Error("name the folder of a clone of google/libphonenumber");

const show = (...args: string[]): string =>
  execFileSync("git", ["-C", clone, ...args], { encoding: "utf8", maxBuffer: 64 * 1_024 * 1_024 });
const commit = show("log", "-1", "--format=%h of %as").trim();
const rowsOf = (path: string): [string, string][] =>
  show("show", `HEAD:${path}`)
    .split("\n")
    .filter((line) => /^\d+\|/.test(line))
    .map((line) => line.split("|", 2) as [string, string]);

const FROM = Temporal.Instant.from("2026-01-01T00:00Z");
const TO = Temporal.Instant.from("2036-01-01T00:00Z");
const clocks = new Map<string, string>();

/** Every offset of a zone with its beginning: zones with equal texts have equal clocks. */
function clockOf(zone: string): string {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  let at = FROM.toZonedDateTimeISO(zone);
  const steps = [at.offset];
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || Temporal.Instant.compare(next.toInstant(), TO) >= 0) break;
    // A transition may change only the name of the time.
    if (next.offset !== at.offset) steps.push(`${next.epochMilliseconds} ${next.offset}`);
    at = next;
  }
  clocks.set(zone, steps.join(","));
  return clocks.get(zone)!;
}

function distinct(zones: Iterable<string>): string {
  const byClock = new Map<string, string>();
  for (const zone of [...zones].toSorted()) if (!byClock.has(clockOf(zone))) byClock.set(clockOf(zone), zone);
  return [...byClock.values()].toSorted().join(" ");
}

/** Mobile prefixes that the data puts into one zone although their owners may live in any of the country's. */
const ANYWHERE: Readonly<Record<string, RegExp>> = { 614: /^61/, 79: /^7(?!6|7)/, 628: /^62/, 346: /^34/, 347: /^34/ };

const raw = new Map<string, Set<string>>();
for (const [prefix, zones] of rowsOf("resources/timezones/map_data.txt")) {
  const key = /^1\d{4,}$/.test(prefix) ? prefix.slice(0, 4) : prefix;
  const found = raw.get(key) ?? new Set();
  for (const zone of zones.split("&")) found.add(zone);
  raw.set(key, found);
}
for (const [prefix, country] of Object.entries(ANYWHERE)) {
  const all = [...raw].filter(([key]) => country.test(key)).flatMap(([, zones]) => [...zones]);
  for (const key of raw.keys()) if (key.startsWith(prefix) && key !== prefix) raw.delete(key);
  raw.set(prefix, new Set(all));
}
// The Canadian territories share one area code, over three clocks.
for (const zone of ["America/Whitehorse", "America/Edmonton", "America/Winnipeg", "America/Toronto"])
  raw.get("1867")?.add(zone);

const folded = new Map([...raw].map(([prefix, zones]) => [prefix, distinct(zones)]));
const parentOf = (prefix: string): string | undefined => {
  for (let length = prefix.length - 1; length > 0; length -= 1) {
    const zones = folded.get(prefix.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return undefined;
};
const kept = [...folded].filter(([prefix, zones]) => parentOf(prefix) !== zones);

const byZones = new Map<string, string[]>();
for (const [prefix, zones] of kept) byZones.set(zones, [...(byZones.get(zones) ?? []), prefix]);
const lines = [...byZones].map(([zones, prefixes]) => `${zones}|${prefixes.toSorted().join(" ")}`).toSorted();

const states: Readonly<Record<string, string>> = Object.fromEntries(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC Washington D.C.,
FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,
MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,
NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,
PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,
WA Washington State,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(/,\n?/)
    .map((entry) => [entry.slice(3), entry.slice(0, 2)]),
);
const codes = new Set(Object.values(states));
const votes = new Map<string, Map<string, number>>();
for (const [prefix, place] of rowsOf("resources/geocoding/en/1.txt")) {
  const last = place.split(", ").at(-1)!;
  const state = codes.has(last) ? last : states[place];
  if (state === undefined) continue;
  const area = votes.get(prefix.slice(1, 4)) ?? new Map<string, number>();
  area.set(state, (area.get(state) ?? 0) + 1);
  votes.set(prefix.slice(1, 4), area);
}
const byState = new Map<string, string[]>();
for (const [area, counts] of votes) {
  const [state] = [...counts].toSorted((a, b) => b[1] - a[1])[0]!;
  byState.set(state, [...(byState.get(state) ?? []), area]);
}
const areas = [...byState].map(([state, list]) => `${state}|${list.toSorted().join(" ")}`).toSorted();

const head = (what: string): string => `/**
 * ${what}
 *
 * Derived from google/libphonenumber, commit ${commit} (Copyright (C) The Libphonenumber Authors, Apache License 2.0,
 * http://www.apache.org/licenses/LICENSE-2.0) by \`scripts/build-number-zones.ts\`, and changed by it: folded, merged and
 * reordered. Not edited by hand.
 */
`;
const folder = join(import.meta.dirname, "../src/domain/quiet-hours/data");
writeFileSync(
  join(folder, "number-zones.ts"),
  `${head("Time zones of the numbers that begin with a prefix, a line for each set of zones.")}export const numberZones = \`\n${lines.join("\n")}\n\`;\n`,
);
writeFileSync(
  join(folder, "us-area-codes.ts"),
  `${head("Area codes of the states of the US, a line for each state.")}export const usAreaCodes = \`\n${areas.join("\n")}\n\`;\n`,
);
