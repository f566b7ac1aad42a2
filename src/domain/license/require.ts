import { DomainError } from "../error.ts";
import { ENDS_SOON_MS, GRACE_MS, phaseOf, type Feature, type License, type LicenseFlaw } from "./license.ts";

/** The installed license. */
export type Installed =
  | { readonly kind: "none" }
  | { readonly kind: "flawed"; readonly flaw: LicenseFlaw }
  | { readonly kind: "license"; readonly license: License };

/** The current license: read again within seconds after a change. */
export type Licenses = {
  current(): Promise<Installed>;
};

export const licenseStates = ["absent", "malformed", "forged", "not_yet", "valid", "grace", "expired"] as const;
export type LicenseState = (typeof licenseStates)[number];

export function stateOf(installed: Installed, now: number): LicenseState {
  switch (installed.kind) {
    case "none":
      return "absent";
    case "flawed":
      return installed.flaw;
    case "license":
      return phaseOf(installed.license, now);
  }
}

/** The features that may be used at `now` (database time, milliseconds). */
export function featuresOf(installed: Installed, now: number): readonly Feature[] {
  const state = stateOf(installed, now);
  return installed.kind === "license" && (state === "valid" || state === "grace") ? installed.license.features : [];
}

/** A warning wherever a license in its grace period is used; null: no warning. */
export function warningOf(installed: Installed, now: number): string | null {
  if (installed.kind !== "license" || stateOf(installed, now) !== "grace") return null;
  const { expiresAt } = installed.license;
  return `The license expired on ${dayOf(expiresAt)}. Schedules continue until ${dayOf(expiresAt + GRACE_MS)}; renew it before then.`;
}

/** A notice for the operator before callers are affected; null: none. */
export function noticeOf(installed: Installed, now: number): string | null {
  if (installed.kind !== "license" || stateOf(installed, now) !== "valid") return null;
  const { expiresAt } = installed.license;
  if (now < expiresAt - ENDS_SOON_MS) return null;
  return `The license expires on ${dayOf(expiresAt)}. Schedules continue until ${dayOf(expiresAt + GRACE_MS)}; renew it before then.`;
}

/**
 * Allows or refuses a call that needs a feature.
 *
 * @returns warnings for the caller
 * @throws DomainError addon_required, which says why and what to do
 */
export function requireFeature(installed: Installed, feature: Feature, now: number): readonly string[] {
  const lack = unavailableReason(installed, feature, now);
  if (lack !== null) {
    throw new DomainError("addon_required", lack, [], { feature, license: stateOf(installed, now) });
  }
  const warning = warningOf(installed, now);
  return warning === null ? [] : [warning];
}

const NEED: Readonly<Record<Feature, string>> = {
  scheduling: "Scheduled messages need the paid add-on.",
  recurring: "Recurring messages need the paid add-on.",
};
const NOT_INCLUDED: Readonly<Record<Feature, string>> = {
  scheduling: "The installed license does not include scheduled messages.",
  recurring: "The installed license does not include recurring messages.",
};

/** Why a feature cannot be used and what to do about it; null if it can. */
export function unavailableReason(installed: Installed, feature: Feature, now: number): string | null {
  const why = reasonOf(installed, feature, now);
  return why && [NEED[feature], ...why].join(" ");
}

/** Each sentence is whole by itself: the console translates them one by one. */
function reasonOf(installed: Installed, feature: Feature, now: number): readonly string[] | null {
  switch (stateOf(installed, now)) {
    case "absent":
      return ["No license is installed.", "Set TIDINGS_LICENSE; `tidings license issue` creates a trial license."];
    case "malformed":
      return [
        "The installed text is not a license.",
        "Copy the whole token into TIDINGS_LICENSE; `tidings license issue` creates a trial license.",
      ];
    case "forged":
      return [
        "The installed license was not signed with the issuer's key, or was changed.",
        "Install the license as it was issued, or correct TIDINGS_LICENSE_ISSUER.",
      ];
    case "not_yet":
      return [`The license is only valid from ${dayOf((installed as WithLicense).license.issuedAt)}.`];
    case "expired":
      return [
        `The license expired on ${dayOf((installed as WithLicense).license.expiresAt)}, and its grace period is over.`,
        "Install a new license.",
      ];
    case "valid":
    case "grace":
      if ((installed as WithLicense).license.features.includes(feature)) return null;
      return [NOT_INCLUDED[feature], "Install a license that does."];
  }
}

type WithLicense = Extract<Installed, { kind: "license" }>;

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
