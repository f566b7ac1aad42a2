import { z } from "zod";

import { hasCode } from "#domain/newsletter/settings";

import { map, text } from "../fields.ts";
import { limits } from "../limits.ts";

/** A text per language, with `default` for the rest. */
export const localized = (most: number = limits.footer) => byLanguage(text(most));

/** The same for texts that contain a code. */
export const localizedCode = () => byLanguage(text(limits.messageUnits).refine(hasCode, "must contain {{code}}"));

const byLanguage = (one: z.ZodType<string>) =>
  map(
    z.string().regex(/^(?:default|[a-z]{2,3}(?:-[a-z]{2})?)$/, "must be default or a language such as de"),
    one,
    limits.languages,
  );
