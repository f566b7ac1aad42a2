import { z } from "zod";

import type { Gateway, GatewayAbilities, GatewayTools, GatewayTraits } from "#domain/gateways/gateway";

export type { GatewayTraits } from "#domain/gateways/gateway";

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
  /** What an operator should know of these settings, as sentences without values: `tidings doctor` says them. */
  warnings?(settings: z.infer<Settings>): readonly string[];
  open(settings: z.infer<Settings>, tools: GatewayTools): Gateway;
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
