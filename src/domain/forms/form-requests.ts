import type { CustomFields } from "../newsletter/newsletter-store.ts";
import type { Phone } from "../recipients/phone.ts";

/** What a visitor entered in a form. */
export type NewFormRequest = {
  readonly slug: string;
  /** Version of the consent text that was shown. */
  readonly version: number;
  readonly phone: Phone;
  readonly name: string;
  readonly groups: readonly number[];
  readonly customFields: CustomFields;
  readonly ip: string | null;
};

export type FormRequest = NewFormRequest & {
  readonly id: number;
  /** The consent text that was shown. */
  readonly wording: string;
  /** Language of the form; null: the form was deleted. */
  readonly locale: string | null;
  /** Whether the form requires a code; a deleted form does. */
  readonly confirm: boolean;
};

export type FormRequestStore = {
  /**
   * Stores a request. The same work for every number.
   *
   * @returns repeated: the nonce was used before; limited: the network has made `perHour` requests within an hour
   */
  add(
    request: NewFormRequest,
    once: { readonly nonce: Buffer; readonly network: Buffer; readonly perHour: number },
  ): Promise<"stored" | "repeated" | "limited">;
  /** The next request that is due, locked until the transaction ends; null: none, or others have locked them. */
  next(): Promise<FormRequest | null>;
  remove(id: number): Promise<void>;
  /** Tries again later. */
  postpone(id: number, seconds: number): Promise<void>;
  /** Deletes requests of more than a day ago. */
  endOld(): Promise<void>;
};
