import { errorText } from "#lib/error-text";

import { DomainError } from "../../error.ts";
import { NO_CREDIT } from "../test-steps.ts";
import { find, kindOf, refuse, type ConfigureDeps } from "./configure.ts";
import {
  addressDetails,
  mergeSettings,
  openSettings,
  secretsAtRisk,
  settingDetails,
  type GivenSettings,
} from "./setting-values.ts";

export const trySteps = ["settings", "address", "credit"] as const;

/** One check and its result. */
export type TryStep = { readonly step: (typeof trySteps)[number]; readonly ok: boolean; readonly text: string };

/**
 * Checks settings that are not stored: whether they are complete, where they lead, and whether the provider accepts
 * them. Sends nothing.
 *
 * @param given.name a stored gateway whose settings count where none are given; null: none
 * @throws DomainError invalid_parameter, not_found, not_in_this_state
 */
export async function trySettings(
  ports: ConfigureDeps,
  given: { readonly kind: string | null; readonly name: string | null; readonly settings: GivenSettings },
): Promise<readonly TryStep[]> {
  const stored = given.name === null ? null : find(ports, await ports.gatewaySetup.load(), given.name);
  const id = given.kind ?? stored?.kind;
  if (id === undefined || (stored !== null && id !== stored.kind)) {
    throw new DomainError("invalid_parameter", "There is no kind to test.", [
      { field: "kind", code: "required", message: "is missing, or is not that of the stored gateway" },
    ]);
  }
  const kind = kindOf(ports.kinds, id);
  const name = given.name ?? "test";
  const before = stored ? openSettings(stored, ports.gatewayBox) : {};
  const after = mergeSettings(before, given.settings);
  if (stored) refuse(secretsAtRisk(ports.kinds, kind, { before, after, given: given.settings }));
  refuse(settingDetails(ports.kinds, id, name, after));
  const steps: TryStep[] = [{ step: "settings", ok: true, text: `The settings of ${kind.label} are complete.` }];
  const [refused] = await addressDetails(ports.kinds, ports.gate, id, name, after);
  if (refused) return [...steps, { step: "address", ok: false, text: `${refused.field} ${refused.message}.` }];
  steps.push({ step: "address", ok: true, text: "It may be connected to." });
  return [...steps, await credentialsStep(ports, id, name, after)];
}

/** The credentials are checked by reading the credit. */
async function credentialsStep(
  { kinds }: Pick<ConfigureDeps, "kinds">,
  kind: string,
  name: string,
  values: Parameters<ConfigureDeps["kinds"]["readCredit"]>[2],
): Promise<TryStep> {
  const step = "credit";
  try {
    const credit = await kinds.readCredit(kind, name, values);
    if (!credit) return NO_CREDIT;
    return { step, ok: true, text: `It responds, and its credit is ${credit.amount} ${credit.unit}.` };
  } catch (error) {
    // Adapters write such errors for the log, without secrets; people who may change the settings see them here, too.
    return { step, ok: false, text: `Its credit could not be read: ${errorText(error)}` };
  }
}
