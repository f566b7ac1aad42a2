import { siteTimeWriter } from "#domain/outbox/site-time";
import type { Clock } from "#lib/time";

/** What responses need to know about the site. */
export type SiteDeps = {
  readonly timeZone: () => string;
  /** Database time. */
  readonly clock: Clock;
};

/** A writer takes 50 µs to create and 1 to use; a site has one zone. */
const writers = new Map<string, (millis: number) => string>();

function writerOf(zone: string): (millis: number) => string {
  const known = writers.get(zone) ?? siteTimeWriter(zone);
  writers.set(zone, known);
  return known;
}

/** RFC 3339 as WP SMS writes times: "2027-06-01 13:05:00", site time. "" for none. */
export function siteTime({ timeZone }: Pick<SiteDeps, "timeZone">, at: unknown): string {
  return typeof at === "string" ? writerOf(timeZone())(Date.parse(at)) : "";
}

/** The current time, as used in file names: "2027-06-01-13-05-00". */
export function fileTime({ clock }: Pick<SiteDeps, "clock">): string {
  return new Date(clock.now()).toISOString().slice(0, 19).replaceAll(/[T:]/g, "-");
}
