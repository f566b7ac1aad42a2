import { z } from "zod";

import { hasCode } from "#domain/newsletter/settings";
import { knownVariables } from "#domain/texts/template";
import { variableIssues, type KnownVariables } from "#domain/texts/text-variables";

import { map, text } from "../fields.ts";
import { limits } from "../limits.ts";

/** Refuses what would be sent as it is, although it looks like a variable. */
export const onlyVariables =
  (known: KnownVariables) =>
  (given: string, context: z.RefinementCtx): void => {
    for (const { code, message, value } of variableIssues("", given, known)) {
      context.addIssue({ code: "custom", message, input: value, params: { code } });
    }
  };

/** What a text with an activation code may contain. Nothing about the person, of whom only a number is known. */
const CODE_VARIABLES = { names: ["code", "sender", "group"], fields: false };
const WELCOME_VARIABLES = { names: ["sender", "group", "stop", ...knownVariables], fields: true };

export const codeText = () =>
  text(limits.messageUnits).refine(hasCode, "must contain {{code}}").superRefine(onlyVariables(CODE_VARIABLES));

/** A text per language, with `default` for the rest. `names`: the variables that it may have. */
export const localized = (...names: readonly string[]) =>
  byLanguage(text(limits.footer).superRefine(onlyVariables({ names, fields: false })));

/** The same for the message to a new member. */
export const localizedWelcome = () => byLanguage(text(limits.welcome).superRefine(onlyVariables(WELCOME_VARIABLES)));

/** The same for texts that contain a code. */
export const localizedCode = () => byLanguage(codeText());

const byLanguage = (one: z.ZodType<string>) =>
  map(
    z.string().regex(/^(?:default|[a-z]{2,3}(?:-[a-z]{2})?)$/, "must be default or a language such as de"),
    one,
    limits.languages,
  );
