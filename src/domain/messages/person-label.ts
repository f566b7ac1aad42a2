import type { Phone } from "../recipients/phone.ts";
import { maskedPhone, type RefusedPerson } from "../texts/personal-text.ts";
import type { PersonDetails } from "../texts/values.ts";

/** A recipient, with what is known of them. */
export type Known = PersonDetails & Pick<RefusedPerson, "kind" | "id"> & { readonly phone: Phone };

/** Whether a caller may know who people of this kind are. */
export type MayName = (kind: RefusedPerson["kind"]) => boolean;

/** How a person is called in a reply. Of a number in the call, the caller knows all of it. */
export function labelOf(
  { phone, kind, id, name }: Known,
  mayName: MayName,
): Pick<RefusedPerson, "kind" | "id" | "label"> {
  if (kind === "number") return { kind, id, label: phone };
  if (!mayName(kind)) return { kind, id, label: maskedPhone(phone) };
  return { kind, id, label: name?.trim() || phone };
}
