import type { z } from "zod";

import type { KindSetting } from "#domain/gateways/stored/gateway-kinds";

import type { GatewayDefinition } from "./define.ts";

/** One setting, as needed by a form, a docs page or a DSN reader. */
export type SettingDescription = KindSetting & {
  readonly key: string;
  /** A value with this beginning is accepted only in a DSN, which is the operator's own. */
  readonly dsnOnly?: string;
};

const described = new WeakMap<GatewayDefinition["settings"], readonly SettingDescription[]>();

/** The settings of a gateway in the order of their declaration. */
export function describeSettings({ settings }: Pick<GatewayDefinition, "settings">): readonly SettingDescription[] {
  let descriptions = described.get(settings);
  if (!descriptions) {
    descriptions = Object.entries(settings.shape).map(([key, schema]) => describe(key, schema as z.ZodType));
    described.set(settings, descriptions);
  }
  return descriptions;
}

/** `messagingService` → `messaging_service` */
function dsnKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// Labels may sit on any layer: `z.string().meta(…).optional()` keeps them inside, `.optional().meta(…)` outside.
function describe(key: string, schema: z.ZodType): SettingDescription {
  let layer: z.ZodType | undefined = schema;
  let meta: Record<string, unknown> = {};
  let required = true;
  let initial: unknown;
  let choices: readonly string[] | undefined;
  let repeated = false;
  let pattern: RegExp | undefined;
  while (layer) {
    meta = { ...layer.meta(), ...meta };
    const def = layer.def as unknown as {
      type: string;
      innerType?: z.ZodType;
      defaultValue?: unknown;
      entries?: Record<string, string>;
    };
    if (def.type === "optional" || def.type === "default") required = false;
    if (def.type === "default") initial = def.defaultValue;
    if (def.type === "enum") choices = Object.values(def.entries ?? {});
    if (def.type === "array") repeated = true;
    if (def.type === "string") pattern = patternOf(layer);
    layer = def.innerType;
  }
  const kind = choices ? "choice" : repeated ? "repeated" : ((meta["kind"] as SettingDescription["kind"]) ?? "text");
  return {
    key,
    dsnKey: dsnKey(key),
    label: typeof meta["label"] === "string" ? meta["label"] : key,
    ...(typeof meta["help"] === "string" ? { help: meta["help"] } : {}),
    secret: meta["secret"] === true,
    required,
    kind,
    ...(choices ? { choices } : {}),
    ...(initial === undefined ? {} : { initial }),
    ...(pattern && { pattern: pattern.source }),
    ...(typeof meta["dsnOnly"] === "string" && { dsnOnly: meta["dsnOnly"] }),
  };
}

/** The expression that a text must match; undefined if it has none, or several. */
function patternOf(schema: z.ZodType): RegExp | undefined {
  const { checks = [] } = schema.def as { readonly checks?: readonly { readonly _zod: { readonly def: object } }[] };
  const patterns = checks.flatMap(({ _zod: { def } }) => ("pattern" in def ? [def.pattern as RegExp] : []));
  return patterns.length === 1 ? patterns[0] : undefined;
}
