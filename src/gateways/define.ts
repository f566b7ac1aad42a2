import { z } from "zod";

import type { Gateway, GatewayAbilities, GatewayTools } from "#domain/ports/gateway";

/**
 * What one gateway file declares. From this come the DSN, validation, redaction, the settings form, the
 * docs page and the conformance data; nothing about a gateway is written anywhere else.
 *
 * A setting is camelCase here and snake_case in a DSN. Settings carry `.meta({ label, secret?, help? })`;
 * everything arrives as text, so numbers, flags and lists are made with `numeric`, `flag` and `list`.
 */
export type GatewayDefinition<Settings extends z.ZodObject = z.ZodObject> = {
  /** The scheme of its DSN, the file's name and the name of its export. */
  readonly id: string;
  readonly label: string;
  /** One or two sentences for the docs page and the settings form. */
  readonly about?: string;
  /** Markdown for the docs page, after the table of settings. */
  readonly notes?: string;
  readonly settings: Settings;
  /** Which setting each fixed part of the DSN fills; everything else comes from the query string. */
  readonly dsn: {
    readonly username?: string;
    readonly password?: string;
    readonly host?: string;
    readonly path?: string;
    /** Every scheme that means this gateway, with the settings it fills. Absent: the id alone. */
    readonly schemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  /** A DSN to copy, with placeholders in capitals. */
  readonly example: string;
  /** More DSNs to copy: ready settings for named products. */
  readonly recipes?: readonly { readonly title: string; readonly dsn: string; readonly note?: string }[];
  readonly can: GatewayAbilities | AbilitiesOf<z.infer<Settings>>;
  readonly traits: GatewayTraits;
  open(settings: z.infer<Settings>, tools: GatewayTools): Gateway;
};

/**
 * What a vendor's API is like, beside what a message may ask of it: for the docs page and the console. The
 * conformance suite holds the adapter to it.
 */
export type GatewayTraits = {
  /** Most recipients of one call. */
  readonly recipientsPerCall: number;
  /** What the vendor numbers: each recipient, each part of a text, the whole call, or nothing. */
  readonly ids: "recipient" | "part" | "call" | "none";
  /** How our reference comes back with a receipt: in a field of the vendor's, in the address it calls, or not. */
  readonly reference: "field" | "callback" | "none";
  readonly numbers: "+digits" | "digits" | "integer" | "as set";
  /** Who decides that a text needs UCS-2: the vendor by itself, or we by a field. */
  readonly unicode: "automatic" | "flagged" | "as set";
  /** Shortest and longest validity in seconds; null: the vendor takes none. */
  readonly validity: readonly [number, number] | null;
  readonly credit: "money" | "credits" | "texts" | "as set" | null;
  readonly senders: readonly ("number" | "short code" | "alphanumeric" | "pool")[];
  /** The algorithm that proves who calls us; null: only the unguessable token in our address does. */
  readonly signature: string | null;
  /** What of all this nobody has confirmed: stands on the docs page. */
  readonly unconfirmed?: readonly string[];
};

/** Written as a method so that a list may hold definitions with different settings. */
type AbilitiesOf<Settings> = { of(settings: Settings): GatewayAbilities }["of"];

/** Declares a gateway; the function only fixes the types. */
export function defineGateway<Settings extends z.ZodObject>(
  definition: GatewayDefinition<Settings>,
): GatewayDefinition<Settings> {
  return definition;
}

/** A number that may also arrive as text. Empty text is a fault, not a zero. */
export function numeric(limits: { min: number; max: number; whole?: boolean }) {
  const range = z.number().min(limits.min).max(limits.max);
  const text = z
    .string()
    .regex(/^\d{1,15}(\.\d{1,6})?$/, "is not a number")
    .transform(Number);
  return z
    .union([z.number(), text], { error: "is not a number" })
    .pipe(limits.whole === false ? range : range.int("must be a whole number"))
    .meta({ kind: "number" });
}

/** Yes or no: `true`, `false`, `1`, `0`, `yes`, `no`, `on`, `off`. */
export function flag() {
  return z.union([z.boolean(), z.stringbool()], { error: "is neither yes nor no" }).meta({ kind: "flag" });
}

/** Comma-separated text, or a JSON array from a form. Empty entries are dropped. */
export function list() {
  const split = z.string().transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
  return z.union([z.array(z.string()), split]).meta({ kind: "list" });
}
