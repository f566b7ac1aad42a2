/** Letters of a key that is made of a label. */
const KEY_LENGTH = 60;

/** "Date of birth" as `date_of_birth`, "Straße" as `strasse`; empty if no letter of it is of the Latin alphabet. */
export function fieldKeyOf(label: string): string {
  return label
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, KEY_LENGTH);
}

type NamedField = { readonly key: string; readonly label: string };

/**
 * The keys of the fields that the columns of a file can become, under the names of the columns, or by their places if
 * these have no Latin letter; undefined for a name of which there is a field already. A place is that of columns of
 * other files, too. No two columns get the same key.
 */
export function newFieldKeys(names: readonly string[], fields: readonly NamedField[]): readonly (string | undefined)[] {
  const taken = new Set(fields.map(({ key }) => key));
  return names.map((name, nth) => {
    const key = newFieldKey(name, nth, taken, fields);
    if (key !== undefined) taken.add(key);
    return key;
  });
}

function newFieldKey(
  name: string,
  nth: number,
  taken: ReadonlySet<string>,
  fields: readonly NamedField[],
): string | undefined {
  const own = fieldKeyOf(name);
  if (namedBy(name, fields)) return undefined;
  const stem = own || `column_${nth + 1}`;
  let key = stem;
  for (let more = 2; taken.has(key); more += 1) key = `${stem.slice(0, KEY_LENGTH - 4)}_${more}`;
  return key;
}

/** The field that a column's name is about: its label, or what its key was made of. A name that was cut says neither. */
export function namedBy<Field extends NamedField>(name: string, fields: readonly Field[]): Field | undefined {
  const own = fieldKeyOf(name);
  return fields.find(({ label }) => label === name) ?? fields.find(({ key }) => key === own && own.length < KEY_LENGTH);
}
