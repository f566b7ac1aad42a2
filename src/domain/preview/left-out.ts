import { capFor } from "../frequency-cap/frequency-cap.ts";
import { frequencyCapSection } from "../frequency-cap/frequency-cap-settings.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ConsentCheck } from "../consent/require-consent.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { Country } from "../recipients/phone.ts";
import { labelOf, type MayName } from "./person-label.ts";
import type { NamedPerson } from "../messages/personalize.ts";
import { audienceQueryOf, type AudienceQuery } from "./audience-count.ts";
import type { PeopleDeps } from "./people.ts";
import { unite, type SendCommand } from "../messages/send.ts";

/** The numbers of a preview whose people get nothing, or not yet, or should not. */
export const leftOutReasons = ["suppressed", "unconfirmed", "over_cap", "without_consent"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** People who are listed. */
export const LEFT_OUT_LISTED = 50;

export type LeftOutQuery = Pick<AudienceQuery, "groups" | "segments" | "message" | "phones" | "cap"> & {
  readonly reason: Exclude<LeftOutReason, "without_consent">;
  readonly limit: number;
};

export type LeftOutReader = {
  /**
   * Some of the people, in no order; `id` is null for a number that belongs to nobody in the audience. null: it takes
   * too long.
   */
  list(query: LeftOutQuery): Promise<readonly LeftOutEntry[] | null>;
};

export type LeftOutEntry = { readonly id: number | null; readonly phone: Phone; readonly name: string | null };

export type LeftOutDeps = Pick<PeopleDeps, "readContacts"> & {
  readonly leftOutReader: LeftOutReader;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
  readonly readSettings: ReadSettings;
  readonly country: Country | null;
};

export type LeftOutPerson = ReturnType<typeof labelOf> & {
  /** null: the caller may not know it. */
  readonly phone: Phone | null;
};

/**
 * The people behind a number of a preview, as far as they can be read while a user waits.
 *
 * @param mayName whether the caller may know the names and numbers of people of a kind
 * @returns `more`: there are others, or may be
 */
export async function peopleLeftOut(
  ports: LeftOutDeps,
  command: Omit<SendCommand, "route">,
  { reason, at, mayName }: { readonly reason: LeftOutReason; readonly at: number; readonly mayName: MayName },
): Promise<{ readonly people: readonly LeftOutPerson[]; readonly more: boolean }> {
  const { audience } = command;
  const others = audience ? await ports.readContacts(audience) : { people: [], complete: true };
  const known = new Map<Phone, NamedPerson>();
  for (const person of [...unite(command, ports.country).people(), ...others.people]) {
    if (!known.has(person.phone)) known.set(person.phone, person);
  }
  const found = await find(ports, command, { reason, at, phones: [...known.keys()] });
  const people = (found ?? []).slice(0, LEFT_OUT_LISTED).map(({ id, phone, name }): LeftOutPerson => {
    const person = id === null ? known.get(phone)! : { phone, kind: "subscriber" as const, id, name };
    return { ...labelOf(person, mayName), phone: person.kind === "number" || mayName(person.kind) ? phone : null };
  });
  return { people, more: found === null || found.length > LEFT_OUT_LISTED || !others.complete };
}

async function find(
  { leftOutReader, consentCheck, readSettings }: LeftOutDeps,
  command: Omit<SendCommand, "route">,
  { reason, at, phones }: { readonly reason: LeftOutReason; readonly at: number; readonly phones: readonly Phone[] },
): Promise<readonly LeftOutEntry[] | null> {
  const limit = LEFT_OUT_LISTED + 1;
  if (reason === "without_consent") {
    // As in the preview: members of groups have one.
    if (command.category !== "marketing" || phones.length === 0) return [];
    const without = await consentCheck.listWithoutConsent(phones, command.content.sender, limit);
    return without.map((phone) => ({ id: null, phone, name: null }));
  }
  const cap = capFor(await readSettings(frequencyCapSection), command.category);
  return leftOutReader.list({ ...audienceQueryOf(command, cap, at), phones, reason, limit });
}
