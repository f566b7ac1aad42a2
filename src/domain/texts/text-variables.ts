import { nearest } from "#lib/edit-distance";

import type { Detail } from "../error.ts";
import { FIELD_PREFIX, templateOf, unmatchedVariables, variablesOf } from "./template.ts";

/** The variables that a text may have. */
export type KnownVariables = {
  readonly names: readonly string[];
  /** Whether custom fields, such as `fields.city`, are among them. */
  readonly fields: boolean;
};

/** Variables of a text that do not exist, each with the name that was probably meant. */
export function unknownVariables(
  text: string,
  { names, fields }: KnownVariables,
): readonly { readonly path: string; readonly suggestion?: string }[] {
  const isField = (path: string): boolean => fields && path.startsWith(FIELD_PREFIX) && path !== FIELD_PREFIX;
  return variablesOf(templateOf(text)).flatMap((path) => {
    if (names.includes(path) || isField(path)) return [];
    const suggestion = nearest(path, names);
    return { path, ...(suggestion !== null && { suggestion }) };
  });
}

/** Variables of WP SMS that are not replaced here and would be sent literally. */
export function unmatchedIssues(field: string, text: string): readonly Detail[] {
  return unmatchedVariables(text).map((name) => ({
    field,
    code: "unknown_variable",
    message: `has ${name}, a variable of WP SMS for which there is no value here`,
    value: name,
  }));
}

/** What would be sent as it is in a text that the service fills in by itself, although it looks like a variable. */
export function variableIssues(field: string, text: string, known: KnownVariables): readonly Detail[] {
  const names = known.fields ? [...known.names, `${FIELD_PREFIX}…`] : known.names;
  const unknown = unknownVariables(text, known).map(({ path, ...more }) => ({
    field,
    code: "unknown_variable" as const,
    message: `has {{${path}}}, for which there is no value: ${names.join(", ")} are known`,
    value: path,
    ...more,
  }));
  return [...unmatchedIssues(field, text), ...unknown];
}
