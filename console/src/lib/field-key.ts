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
 * The key of the field that a column of a file can become, under the name of the column, or by its place if that has no
 * Latin letter; undefined if there is such a field already. A place is that of columns of other files, too.
 */
export function newFieldKey(
  name: string,
  nth: number,
  fields: readonly { readonly key: string; readonly label: string }[],
): string | undefined {
  if (fields.some(({ label }) => label === name)) return undefined;
  const isTaken = (key: string): boolean => fields.some((field) => field.key === key);
  const own = fieldKeyOf(name);
  if (own) return isTaken(own) ? undefined : own;
  const place = `column_${nth + 1}`;
  let key = place;
  for (let more = 2; isTaken(key); more += 1) key = `${place}_${more}`;
  return key;
}
