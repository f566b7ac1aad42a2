import type { Operations } from "tidings-client";

import { t } from "../../lib/translate.ts";

export type ListedCount = NonNullable<Operations["listPreviewPeople"]["input"]["reason"]>;

export const listedTitles: Readonly<Record<ListedCount, string>> = {
  matched: t`Everybody who was chosen`,
  duplicates: t`Chosen more than once`,
  suppressed: t`Opted out or blocked`,
  unconfirmed: t`Not confirmed yet`,
  over_cap: t`Over the frequency cap`,
  without_consent: t`Without a consent on record`,
  final: t`Who gets the message`,
};

/** The value of the address. */
export const listedCount = (value: unknown): ListedCount | undefined =>
  typeof value === "string" && Object.hasOwn(listedTitles, value) ? (value as ListedCount) : undefined;
