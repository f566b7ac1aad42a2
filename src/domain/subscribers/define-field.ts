import { DomainError, type Detail } from "../error.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Field, FieldChange, FieldDraft, FieldStore } from "./field.ts";

export type FieldDeps = { readonly fields: FieldStore; readonly unitOfWork: UnitOfWork };

/** As many as a subscriber may have values. */
export const MAX_FIELDS = 50;

/** @throws DomainError conflict, invalid_parameter */
export async function defineField({ fields, unitOfWork }: FieldDeps, draft: FieldDraft): Promise<Field> {
  requireChoices(draft.type, draft.choices);
  return unitOfWork.transaction(async () => {
    await fields.lock();
    const all = await fields.all();
    if (all.some(({ key }) => key === draft.key)) {
      throw new DomainError("conflict", `There is already a field with the key ${draft.key}.`, [
        { field: "key", code: "taken", message: "is the key of another field", value: draft.key },
      ]);
    }
    if (all.length >= MAX_FIELDS) {
      throw new DomainError("conflict", `There are ${MAX_FIELDS} fields already, which is the maximum.`);
    }
    return fields.create(draft);
  });
}

/** @throws DomainError not_found, conflict, invalid_parameter */
export async function changeField({ fields, unitOfWork }: FieldDeps, key: string, change: FieldChange): Promise<Field> {
  return unitOfWork.transaction(async () => {
    await fields.lock();
    const before = await fields.find(key);
    if (!before) throw noField(key);
    if (change.choices) {
      requireChoices(before.type, change.choices);
      const gone = before.choices.filter((choice) => !change.choices!.includes(choice));
      if (gone.length > 0) {
        await requireNotAwaited(fields, key);
        if (await fields.isUsed(key, gone)) {
          throw new DomainError("conflict", "Subscribers have one of the choices that are to be removed.");
        }
      }
    }
    return fields.update(key, change);
  });
}

/**
 * Deletes a field that no subscriber has a value of; any other can only be archived. @throws DomainError not_found,
 * conflict
 */
export async function removeField({ fields, unitOfWork }: FieldDeps, key: string): Promise<void> {
  await unitOfWork.transaction(async () => {
    await fields.lock();
    if (!(await fields.find(key))) throw noField(key);
    await requireNotAwaited(fields, key);
    if (await fields.isUsed(key)) {
      throw new DomainError("conflict", "Subscribers have values of this field. Archive it: values are kept.");
    }
    await fields.remove(key);
  });
}

async function requireNotAwaited(fields: FieldStore, key: string): Promise<void> {
  if (!(await fields.isAwaited(key))) return;
  throw new DomainError(
    "conflict",
    "An import or a bulk action that is not finished may store values of this field. Wait for it or cancel it.",
  );
}

export function noField(key: string): DomainError {
  return new DomainError("not_found", `There is no field with the key ${key}.`);
}

function requireChoices(type: Field["type"], choices: readonly string[]): void {
  const folded = new Set(choices.map((choice) => choice.toLowerCase()));
  const refuse = (code: Detail["code"], message: string): never => {
    throw new DomainError("invalid_parameter", `choices ${message}.`, [{ field: "choices", code, message }]);
  };
  if (type === "choice" && choices.length === 0) refuse("required", "is required for a choice");
  if (type !== "choice" && choices.length > 0) refuse("not_together", "belongs to fields of type choice alone");
  if (folded.size < choices.length) refuse("taken", "has the same choice twice");
}
