/** Letters of a key that is made of a label. */
const KEY_LENGTH = 60;

/** Of a label, as JavaScript counts them. */
const LABEL_LENGTH = 100;

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

/** The label of the field that a column becomes: as much of its name as fits, without half a character at its end. */
export const fieldLabelOf = (name: string): string => name.slice(0, LABEL_LENGTH).replace(/[\uD800-\uDBFF]$/, "");

type NamedField = { readonly key: string; readonly label: string };

/**
 * The keys of the fields that the columns of a file can become, under the names of the columns, or by their places if
 * these have no Latin letter; undefined for a name of which there is a field already. A place is that of columns of
 * other files, too. No two columns get the same key.
 */
export function newFieldKeys(names: readonly string[], fields: readonly NamedField[]): readonly (string | undefined)[] {
  const taken = new Set(fields.map(({ key }) => key));
  const named = namedBy(names, fields);
  return names.map((name, nth) => {
    if (named[nth]) return undefined;
    const key = newFieldKey(name, nth, taken);
    taken.add(key);
    return key;
  });
}

function newFieldKey(name: string, nth: number, taken: ReadonlySet<string>): string {
  const stem = fieldKeyOf(name) || `column_${nth + 1}`;
  let key = stem;
  for (let more = 2; taken.has(key); more += 1) key = `${stem.slice(0, KEY_LENGTH - 4)}_${more}`;
  return key;
}

/**
 * The field that each column's name is about: its label, in any spelling and as far as a label goes, or what its key was
 * made of. A key that was cut says neither. A field belongs to one name: another one that is nearly the same still
 * becomes a field of its own, also in a second attempt, when the first name has become a field.
 */
export function namedBy<Field extends NamedField>(
  names: readonly string[],
  fields: readonly Field[],
): readonly (Field | undefined)[] {
  const exactly = names.map((name) => fields.find(({ label }) => label === name));
  const held = new Set(exactly);
  return names.map((name, nth) => {
    const own = fieldKeyOf(name);
    const plain = plainName(fieldLabelOf(name));
    const free = fields.filter((field) => !held.has(field));
    const field =
      exactly[nth] ??
      free.find(({ key }) => key === own && own.length < KEY_LENGTH) ??
      free.find(({ key, label }) => plain !== "" && [label, key].some((word) => plainName(word) === plain));
    held.add(field);
    return field;
  });
}

/** As the service compares a heading with the fields: "E mail" is "E-mail". */
const plainName = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ي", "ی")
    .replaceAll("ك", "ک")
    .replaceAll(/[\s_.\-()\u200C\u0654]/g, "");
