import { z } from "zod";

import { text } from "../fields.ts";
import { limits } from "../limits.ts";

/** A text per language, with `default` for the rest. */
export const localized = () =>
  z
    .record(
      z.string().regex(/^(?:default|[a-z]{2,3}(?:-[a-z]{2})?)$/, "must be default or a language such as de"),
      text(limits.footer),
    )
    .refine(
      (texts) => Object.keys(texts).length <= limits.languages,
      `must have at most ${limits.languages} languages`,
    );
