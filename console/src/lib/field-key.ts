/** "Date of birth" as `date_of_birth`, "Straße" as `strasse`; empty if no letter of it is of the Latin alphabet. */
export function fieldKeyOf(label: string): string {
  return label
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 60);
}

/**
 * The key of the field that a column of a file can become, under the name of the column or by its place; undefined if
 * another field has it.
 */
export function newFieldKey(
  name: string,
  nth: number,
  fields: readonly { readonly key: string }[],
): string | undefined {
  const key = fieldKeyOf(name) || `column_${nth + 1}`;
  return fields.some((field) => field.key === key) ? undefined : key;
}
