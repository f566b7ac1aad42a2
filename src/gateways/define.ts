import { z } from "zod";

import type { Gateway, GatewayAbilities, GatewayDeps, GatewayTraits, OutgoingSms } from "#domain/gateways/gateway";

/**
 * The declaration in a gateway file. The DSN, validation, redaction, the settings form, the docs page and the
 * conformance data all follow from it; nothing about a gateway is written anywhere else.
 *
 * A setting is camelCase here and snake_case in a DSN. Settings carry `.meta({ label, secret?, help? })`; every value
 * arrives as a string, so numbers, flags and lists are declared with `numeric`, `flag` and `list`.
 */
export type GatewayDeclaration<Settings extends z.ZodObject = z.ZodObject> = {
  /** The scheme of its DSN, the file's name and the name of its export. */
  readonly id: string;
  readonly label: string;
  /** One or two sentences for the docs page and the settings form. */
  readonly about?: string;
  /**
   * Markdown for the docs page, after the table of settings. `{receipts}` is replaced by the gateway's receipt address.
   */
  readonly notes?: string;
  readonly settings: Settings;
  /**
   * Which setting each fixed part of the DSN fills; everything else comes from the query string. A setting `host` is
   * filled by the host without being declared here.
   */
  readonly dsn: {
    readonly username?: string;
    readonly password?: string;
    readonly host?: string;
    readonly path?: string;
    /**
     * Every scheme that means this gateway, with the settings it fills. Absent: the id, and `ID+http` for a setting
     * `plain`.
     */
    readonly schemes?: Schemes;
  };
  /** A DSN to copy, with placeholders in capitals. */
  readonly example: string;
  /** More DSNs to copy: ready settings for named products. */
  readonly recipes?: readonly { readonly title: string; readonly dsn: string; readonly note?: string }[];
  /** Whether it reports a balance follows from `traits.credit`, unless the settings decide all of it. */
  readonly can: Omit<GatewayAbilities, "credit"> | AbilitiesOf<z.infer<Settings>>;
  readonly traits: GatewayTraits;
  /** What an operator should know about these settings, as sentences without values: `tidings doctor` prints them. */
  warnings?(settings: z.infer<Settings>): readonly string[];
  open(settings: z.infer<Settings>, tools: GatewayDeps): Adapter;
};

/** A declared gateway, with derived values filled in. */
export type GatewayDefinition<Settings extends z.ZodObject = z.ZodObject> = Omit<
  GatewayDeclaration<Settings>,
  "dsn" | "can" | "open"
> & {
  readonly dsn: GatewayDeclaration["dsn"] & { readonly schemes: Schemes };
  readonly can: GatewayAbilities | AbilitiesOf<z.infer<Settings>>;
  open(settings: z.infer<Settings>, tools: GatewayDeps): Gateway;
};

/**
 * What an adapter opens. By default a batch has up to `traits.recipientsPerCall` messages, and the window is the
 * setting. Its `send` gets `validFor` in whole seconds within `traits.validity`.
 */
export type Adapter = Omit<Gateway, "batchSize" | "window"> & Partial<Pick<Gateway, "batchSize" | "window">>;

type Schemes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Written as a method so that a list may contain definitions with different settings. */
type AbilitiesOf<Settings> = { of(settings: Settings): GatewayAbilities }["of"];

const RECEIPT_ADDRESS = "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`";

/** Declares a gateway: each fact is stated once, and what follows from it is filled in here. */
export function defineGateway<Settings extends z.ZodObject & z.ZodType<{ window: number }>>(
  declared: GatewayDeclaration<Settings>,
): GatewayDefinition<Settings> {
  const { id, notes, dsn, can, traits } = declared;
  const { host, plain } = declared.settings.shape;
  const schemes = { [id]: {}, ...(plain && { [`${id}+http`]: { plain: true } }) };
  return {
    ...declared,
    ...(notes !== undefined && { notes: notes.replaceAll("{receipts}", RECEIPT_ADDRESS) }),
    dsn: { ...(host && { host: "host" }), schemes, ...dsn },
    can: typeof can === "function" ? can : { ...can, credit: traits.credit !== null },
    open(settings, tools) {
      const adapter = declared.open(settings, tools);
      return {
        batchSize: traits.recipientsPerCall,
        window: settings.window,
        ...adapter,
        send: (batch) => adapter.send(batch.map((sms) => within(traits.validity, sms))),
      };
    },
  };
}

function within(limits: GatewayTraits["validity"], sms: OutgoingSms): OutgoingSms {
  if (limits === null || sms.validFor === undefined) return sms;
  const [shortest, longest] = limits;
  return { ...sms, validFor: Math.min(longest, Math.max(shortest, Math.floor(sms.validFor))) };
}

/** A number that may also arrive as a string. An empty string is an error, not a zero. */
export function numeric(limits: { min: number; max: number; whole?: boolean }) {
  const range = z
    .number()
    .min(limits.min, `must be at least ${limits.min}`)
    .max(limits.max, `must be at most ${limits.max}`);
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

/** A comma-separated string, or a JSON array from a form. Empty entries are dropped. */
export function list() {
  const split = z.string().transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
  return z.union([z.array(z.string()), split]).meta({ kind: "list" });
}
