import { wireName } from "#lib/wire-names";

import { DomainError, type Detail } from "../error.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { valueOf, type SettingsSection } from "./section.ts";
import type { SettingsStore } from "./settings-store.ts";

// A section of any value: changes are validated by the caller's schema.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySection = SettingsSection<any>;

/** Fields of one section that get new values; the others keep theirs. */
export type SectionChange = { readonly section: AnySection; readonly fields: Readonly<Record<string, unknown>> };

/**
 * Changes settings of any number of sections: all of them, or none. A section that stays as it is gets no entry in the
 * list of changes.
 *
 * @param by principal of the caller
 * @returns the names of the sections that changed
 * @throws DomainError invalid_parameter
 */
export async function changeSettings(
  { settings, unitOfWork }: { readonly settings: SettingsStore; readonly unitOfWork: UnitOfWork },
  changes: readonly SectionChange[],
  by: string,
): Promise<readonly string[]> {
  return unitOfWork.transaction(async () => {
    const changed: string[] = [];
    const details: Detail[] = [];
    // Always in the same order, so that two calls cannot deadlock.
    for (const { section, fields } of changes.toSorted((a, b) => (a.section.name < b.section.name ? -1 : 1))) {
      const before = valueOf(section, await settings.lock(section.name)) as Record<string, unknown>;
      const after = { ...before, ...fields };
      const issues = section.check?.(after) ?? [];
      details.push(
        ...issues.map((issue) => ({ ...issue, field: `${section.name}.${issue.field.replace(/^[^.]+/, wireName)}` })),
      );
      // A nested value whose keys are in a different order counts as a change, which does no harm.
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      await settings.write({ section: section.name, by, before, after });
      changed.push(section.name);
    }
    if (details.length > 0) throw new DomainError("invalid_parameter", "The settings do not fit together.", details);
    return changed;
  });
}
