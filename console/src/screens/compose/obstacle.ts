import { TidingsConnectionError } from "tidings-client";

import { explain } from "../../lib/explain-error.ts";
import { t } from "../../lib/translate.ts";
import { hasAudience } from "./audience.ts";
import { consentRefusal } from "./consent-refusal.ts";
import { type Draft, hasContent } from "./draft.ts";
import type { LeftEntry } from "./use-audience-entry.ts";
import type { Preview } from "./use-preview.ts";

type Written = {
  readonly draft: Draft;
  readonly preview: Preview | undefined;
  readonly error: unknown;
  /** In the field "To", and not part of the audience. */
  readonly left: LeftEntry;
};

/** Why the message cannot be checked yet; undefined: it can. */
export function obstacleTo({ draft, preview, error, left }: Written): string | undefined {
  if (left === "number") return t`A number is still in the field “To”: finish it or remove it.`;
  if (left === "name") return t`A name is still in the field “To”: choose it from the list or remove it.`;
  if (!hasAudience(draft)) return t`Say whom it goes to.`;
  if (!hasContent(draft)) return t`Write a text or attach a picture.`;
  if (error instanceof TidingsConnectionError) return explain(error).what;
  if (error) return t`Mend what is marked first.`;
  if (consentRefusal(preview)) return t`Not everybody has agreed to marketing.`;
  if (preview?.refused_people) return t`Some people have no text.`;
  if (preview?.people.final === 0) return t`Nobody is left to send to.`;
  return undefined;
}
