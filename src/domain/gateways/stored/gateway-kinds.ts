import type { Route } from "../../routing/route.ts";
import type { CreditReading, GatewayAbilities, GatewayTraits } from "../gateway.ts";
import type { SettingValues } from "./stored-gateway.ts";

export const settingTypes = ["text", "number", "flag", "list", "repeated", "choice"] as const;

/** One setting of an adapter, as a form needs it. */
export type KindSetting = {
  /** Its name in a DSN, and in `SettingValues`. */
  readonly dsnKey: string;
  readonly label: string;
  readonly help?: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly kind: (typeof settingTypes)[number];
  readonly choices?: readonly string[];
  readonly initial?: unknown;
  /** A regular expression that a value matches, if there is just one. */
  readonly pattern?: string;
};

/** An adapter, as a form needs it. */
export type GatewayKind = {
  readonly kind: string;
  readonly label: string;
  /** Markdown. */
  readonly about: string | null;
  /** A DSN with placeholders. */
  readonly example: string;
  /** null: they follow from the settings. */
  readonly abilities: GatewayAbilities | null;
  readonly traits: GatewayTraits;
  readonly settings: readonly KindSetting[];
};

/** `part` names a setting or a piece of a DSN; `message` is a sentence without values. */
export type SettingIssue = { readonly part: string; readonly message: string };

/** The adapters, as seen by code that stores settings for them. */
export type GatewayKinds = {
  readonly list: readonly GatewayKind[];
  /** Whether a setting decides where a gateway connects, and so who gets its secrets. */
  leadsElsewhere(kind: string, setting: string): boolean;
  /** Whether the account at the provider certainly stays the same when a setting changes. */
  keepsAccount(setting: string): boolean;
  /** Reads complete settings: all their issues, or the URLs that they name. */
  check(
    kind: string,
    name: string,
    values: SettingValues,
  ):
    | { readonly ok: true; readonly addresses: readonly { readonly setting: string; readonly url: string }[] }
    | { readonly ok: false; readonly issues: readonly SettingIssue[] };
  /**
   * Opens a gateway with these settings, sends nothing, and reads its credit; null: it does not report it.
   *
   * @throws Error in the adapter's words, without secrets
   */
  readCredit(kind: string, name: string, values: SettingValues): Promise<CreditReading | null>;
  /** Reads an expression of the default route that names gateways. The message contains no part of it. */
  readRouting(
    expression: string,
    names: readonly string[],
  ): { readonly ok: true; readonly route: Route<string> } | { readonly ok: false; readonly message: string };
};
