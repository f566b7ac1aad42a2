import type { MessageContent } from "#domain/messages/content";
import type { GatewayAbilities } from "#domain/gateways/gateway";

type Content = keyof MessageContent;

/** The column and type in `messages` of each property of a content. The store names them only here. */
const STORED: Readonly<Record<Content, readonly [column: string, type: string]>> = {
  text: ["body", "text"],
  sender: ["sender", "text"],
  flash: ["flash", "boolean"],
  media: ["media", "text[]"],
  personal: ["personal", "boolean"],
  variants: ["variants", "jsonb"],
  encoding: ["encoding", "text"],
  segments: ["segments", "smallint"],
};

/** The fragments of statements that write or read some of them, in one order. */
function partsOf(properties: readonly Content[]) {
  const parts = properties.map((name) => [`"${name}"`, ...STORED[name]] as const);
  return {
    /** Columns, for the insert. */
    columns: parts.map(([, column]) => column).join(", "),
    /** The values for the insert: the columns of `record`. */
    values: parts.map(([name]) => name).join(", "),
    /** Its JSON as the column list of a `json_to_recordset`. */
    record: parts.map(([name, , type]) => `${name} ${type}`).join(", "),
  };
}

const all = Object.keys(STORED) as Content[];

export const CONTENT = partsOf(all);
/** What many messages have in common, though their texts differ. */
export const CONTENT_BESIDE_TEXT = partsOf(all.filter((name) => name !== "text"));

/** A {@link MessageContent}, from a row of `messages`, as the values of a JSON array for {@link contentOfValues}. */
export const CONTENT_VALUES = all.map((name) => STORED[name][0]).join(", ");

export function contentOfValues(values: readonly unknown[]): MessageContent {
  return Object.fromEntries(all.map((name, index) => [name, values[index]])) as MessageContent;
}

/** The columns of a row for {@link contentIn}. */
export const CONTENT_SELECTED = all.map((name) => `${STORED[name][0]} as "${name}"`).join(", ");

/** Extracts the content from a row that has more. */
export function contentIn(row: MessageContent): MessageContent {
  return Object.fromEntries(all.map((name) => [name, row[name]])) as MessageContent;
}

/** Whether a gateway can send `m`, a row of `messages`: $3 and $4 are its `abilityValues`. */
export const CONTENT_FITS = "not (m.flash and not $3::boolean) and not (cardinality(m.media) > 0 and not $4::boolean)";

export const abilityValues = ({ flash, media }: GatewayAbilities): readonly unknown[] => [flash, media];
