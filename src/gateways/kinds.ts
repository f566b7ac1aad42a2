import type { GatewayKind } from "#domain/gateways/stored/gateway-kinds";

import type { GatewayDefinition } from "./define.ts";
import { storableSettings } from "./stored-settings.ts";

/** Every adapter with its settings, in the order of their declaration. */
export function describeKinds(definitions: readonly GatewayDefinition[]): readonly GatewayKind[] {
  return definitions.map((definition) => ({
    kind: definition.id,
    label: definition.label,
    about: definition.about ?? null,
    example: definition.example,
    abilities: typeof definition.can === "function" ? null : definition.can,
    traits: definition.traits,
    settings: storableSettings(definition),
  }));
}
