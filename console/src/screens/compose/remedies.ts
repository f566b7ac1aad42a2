import { t } from "../../lib/translate.ts";
import type { Preview } from "./use-preview.ts";

/** Where something about a warning is done: a screen, or the list of the people whom it is about. */
export type Remedy = { readonly label: string } & (
  | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly list: "without_consent" }
);

const gateway = (name: string): Remedy => ({
  label: t`Look at the gateway`,
  to: `/gateways/${encodeURIComponent(name)}`,
});
const safety = (part: string, label: string): Remedy => ({ label, to: "/safety", search: { part } });

type Rule = {
  /** The beginning of the service's English sentence. */
  readonly warning: RegExp;
  /** Whether only those who may change the settings can do it. */
  readonly ofSettings?: true;
  readonly remedy: (found: RegExpExecArray, preview: Preview) => Remedy | null;
};

/** What is not here is changed in the text or the time, one step back. */
const remedyRules: readonly Rule[] = [
  { warning: /^(\S+) is paused \(/, ofSettings: true, remedy: ([, name]) => gateway(name!) },
  { warning: /^The credit at (\S+) was /, ofSettings: true, remedy: ([, name]) => gateway(name!) },
  {
    warning: /The credit at \S+ is below /,
    ofSettings: true,
    remedy: () => safety("spending", t`Look at the limits`),
  },
  { warning: /The spend cap of /, ofSettings: true, remedy: () => safety("spending", t`Look at the cap`) },
  {
    warning: /^The settings do not name the sender/,
    ofSettings: true,
    remedy: () => safety("consent", t`Name the sender`),
  },
  {
    warning: /^The text does not say how to opt out/,
    ofSettings: true,
    remedy: () => safety("consent", t`Set the footer`),
  },
  {
    warning: /^There is no record that /,
    remedy: () => ({ label: t`Look at these people`, list: "without_consent" }),
  },
  {
    warning: /^(This text was already sent|You already sent this text)/,
    remedy: (_, { sent_before: before }) =>
      before && { label: t`Look at the message`, to: `/messages/${before.message_id}` },
  },
];

/** What can be done about a warning of the service elsewhere; null: nothing, or nothing that this person may do. */
export function remedyOf(warning: string, preview: Preview, mayChangeSettings: boolean): Remedy | null {
  for (const { warning: pattern, ofSettings, remedy } of remedyRules) {
    const found = pattern.exec(warning);
    if (found) return ofSettings && !mayChangeSettings ? null : remedy(found, preview);
  }
  return null;
}
