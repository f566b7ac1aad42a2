import { t } from "../../lib/translate.ts";
import { hasAudience } from "./audience.ts";
import { type Draft, hasContent } from "./draft.ts";
import type { Preview } from "./use-preview.ts";

type Written = {
  readonly draft: Draft;
  readonly preview: Preview | undefined;
  readonly error: unknown;
  /** Digits in the field "To" that are not part of the audience. */
  readonly numberLeft: boolean;
};

/** Why the message cannot be checked yet; undefined: it can. */
export function obstacleTo({ draft, preview, error, numberLeft }: Written): string | undefined {
  if (numberLeft) return t`A number is still in the field “To”: finish it or remove it.`;
  if (!hasAudience(draft)) return t`Say whom it goes to.`;
  if (!hasContent(draft)) return t`Write a text or attach a picture.`;
  if (error) return t`Mend what is marked first.`;
  if (preview?.refused_people) return t`Some people have no text.`;
  if (preview?.people.final === 0) return t`Nobody is left to send to.`;
  return undefined;
}
