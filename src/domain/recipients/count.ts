import { NOBODY, type Audience } from "../messages/message.ts";
import type { Phone } from "./phone.ts";

export type CountDeps = {
  /** Everyone in an audience, page by page; a person may be on several pages. */
  readonly audiencePages: (audience: Audience) => AsyncIterable<readonly Phone[]>;
};

export type Wanted = {
  readonly groups: readonly number[];
  readonly roles: readonly string[];
  readonly users: readonly number[];
  readonly numbers: readonly Phone[];
  readonly customers: boolean;
};

/** People with a usable number, by source; `total`: each person once. */
export type Counted = {
  readonly groups: number;
  readonly roles: number;
  readonly users: number;
  readonly numbers: number;
  readonly customers: number;
  readonly total: number;
};

/**
 * Counts who would receive a message now. Reads everyone: for a form that confirms before sending, not for each send.
 */
export async function countRecipients(ports: CountDeps, wanted: Wanted): Promise<Counted> {
  const all = new Set<Phone>(wanted.numbers);
  async function count(audience: Partial<Audience>): Promise<number> {
    const own = new Set<Phone>();
    for await (const page of ports.audiencePages({ ...NOBODY, ...audience })) {
      for (const phone of page) {
        own.add(phone);
        all.add(phone);
      }
    }
    return own.size;
  }
  const groups = wanted.groups.length > 0 ? await count({ groups: wanted.groups }) : 0;
  const roles = wanted.roles.length > 0 ? await count({ roles: wanted.roles }) : 0;
  const users = wanted.users.length > 0 ? await count({ users: wanted.users }) : 0;
  const customers = wanted.customers ? await count({ customers: true }) : 0;
  return { groups, roles, users, numbers: new Set(wanted.numbers).size, customers, total: all.size };
}
