import type { Phone } from "../recipients/phone.ts";

/** A customer stored by the standalone service itself. */
export type Customer = {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly country: string | null;
  readonly createdAt: Date;
};

export type CustomerStore = {
  /** In order of id, those after `after`. `search`: part of name or phone. */
  list(filter: {
    readonly search?: string | undefined;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly Customer[]>;
  /** null: another customer has the number. */
  add(customer: {
    readonly name: string;
    readonly phone: Phone;
    readonly country: string | null;
  }): Promise<Customer | null>;
  remove(id: number): Promise<boolean>;
};
