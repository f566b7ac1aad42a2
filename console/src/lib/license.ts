import type { Session } from "../api/session.ts";

type License = Session["site"]["license"];

/** Whether the license unlocks a feature now. */
export function unlocks({ state, features }: License, feature: License["features"][number]): boolean {
  return (state === "valid" || state === "grace") && features.includes(feature);
}
