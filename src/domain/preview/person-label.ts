import { maskedPhone, type RefusedPerson } from "../texts/personal-text.ts";
import type { NamedPerson } from "../messages/personalize.ts";

/** Whether a caller may know who people of this kind are. */
export type MayName = (kind: RefusedPerson["kind"]) => boolean;

/** How a person is named in a reply. A number that the call contained is shown in full. */
export function labelOf(
  { phone, kind, id, name }: NamedPerson,
  mayName: MayName,
): Pick<RefusedPerson, "kind" | "id" | "label"> {
  if (kind === "number") return { kind, id, label: phone };
  if (!mayName(kind)) return { kind, id, label: maskedPhone(phone) };
  return { kind, id, label: name?.trim() || phone };
}
