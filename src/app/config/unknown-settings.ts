import { nearest } from "#lib/edit-distance";

import { settings } from "./settings.ts";

const PREFIX = "TIDINGS_";

/** Without the prefix: what other programs call some settings. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  HOST: "TIDINGS_LISTEN",
  PORT: "TIDINGS_LISTEN",
  TZ: "TIDINGS_TIMEZONE",
};

/** The setting that an unknown name probably means, or null. The prefix is in most names and says nothing. */
export function nearestSetting(name: string): string | null {
  const restOf = (one: string): string => one.replace(PREFIX, "");
  const rest = restOf(name);
  if (Object.hasOwn(ELSEWHERE, rest)) return ELSEWHERE[rest]!;
  const known = Object.keys(settings.shape);
  const meant = nearest(rest, known.map(restOf), Math.min(3, Math.floor(rest.length / 2)));
  return known.find((one) => restOf(one) === meant) ?? null;
}

/** A sentence for every unknown TIDINGS_ variable: otherwise a misspelled one would go unnoticed. */
export function misspelled(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a known setting${meant ? `; did you mean ${meant}?` : "."}`;
    });
}

/** A sentence for every variable that does nothing: it is unknown, or needs another one. */
export function withoutEffect(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const hasNoServer = environment["TIDINGS_MAIL_FROM"] && !environment["TIDINGS_SMTP"];
  return [
    ...misspelled(environment),
    ...(hasNoServer ? ["TIDINGS_MAIL_FROM has no effect without TIDINGS_SMTP: no alert is sent by e-mail."] : []),
  ];
}
