import { DomainError } from "../error.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { CustomFields, LockedSubscriber } from "./newsletter-store.ts";
import type { SubscriberRepository } from "./subscriber-repository.ts";
import { enroll } from "./enroll.ts";
import { lockPhone } from "./lock-phone.ts";
import { requireGroups } from "./require-groups.ts";
import { subscribe, type NewsletterDeps } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { unsubscribePhone } from "./unsubscribe-phone.ts";

export type EditDeps = NewsletterDeps & { readonly subscriberRepository: SubscriberRepository };

export type EditCommand = {
  readonly id: number;
  readonly name?: string | undefined;
  readonly customFields?: CustomFields | undefined;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
  /** undefined: unchanged. */
  readonly groups?:
    | {
        readonly ids: readonly number[];
        readonly leavesOthers: boolean;
        /** Of `ids`, those that may be joined; the others are only kept. Default: all. */
        readonly joinable?: readonly number[] | undefined;
      }
    | undefined;
  /** For groups that are joined; null: as set for the group or the site. */
  readonly doubleOptIn: boolean | null;
  readonly evidence: Evidence;
  /** As in {@link subscribe}. */
  readonly visitorIp?: string | undefined;
};

/**
 * Changes a subscriber. Groups are joined and left by the same rules as in a call that subscribes or unsubscribes, with
 * codes, consents and events. A number identifies the person: it cannot be changed.
 *
 * @throws DomainError not_found, invalid_parameter (unknown_group), and what {@link subscribe} throws
 */
export async function editSubscriber(ports: EditDeps, command: EditCommand): Promise<void> {
  const { newsletter, unitOfWork } = ports;
  const { groups, evidence } = command;
  await unitOfWork.transaction(async () => {
    if (groups) await requireGroups(newsletter, groups.ids);
    // Locked before the person's row, because a transaction that waits for that row may already hold the definitions.
    if (command.customFields) await ports.fields.lockForValues();
    const { doubleOptIn, visitorIp } = command;
    // A visitor means their phone, under either spelling of its number; an operator means this entry of the list.
    const byPerson = visitorIp !== undefined;
    const before = await lockSubscriber(ports, command.id, byPerson && groups !== undefined);
    const { phone } = before;
    const name = command.name ?? before.name;
    const { customFields = null, locale, timeZone } = command;
    await enroll(ports, { phone, name, customFields, locale, timeZone, evidence });
    if (!groups) return;
    const present = before.memberships.filter((one) => one.state !== "left");
    const { ids, leavesOthers, joinable = ids } = groups;
    const leaves = leavesOthers ? present.map((one) => one.groupId).filter((id) => !ids.includes(id)) : [];
    // A pending membership stays pending: a list of groups is no consent.
    const joins = joinable.filter((id) => !present.some((one) => one.groupId === id));
    const leave = byPerson ? unsubscribePhone : unsubscribe;
    if (leaves.length > 0) await leave(ports, { phone, groups: leaves, evidence });
    if (joins.length > 0) {
      await subscribe(ports, { phone, name, groups: joins, customFields: null, doubleOptIn, evidence, visitorIp });
    }
  });
}

/** Clears the bounced state of a person, if there is one. @throws DomainError not_found */
export async function reactivateSubscriber(
  ports: Pick<EditDeps, "newsletter" | "unitOfWork" | "subscriberRepository">,
  id: number,
): Promise<{ readonly already: boolean }> {
  return ports.unitOfWork.transaction(async () => {
    await lockSubscriber(ports, id);
    return { already: (await ports.newsletter.reactivate([id])).length === 0 };
  });
}

/** Unsubscribes and deletes a subscriber. A STOP remains in effect. @throws DomainError not_found */
export async function removeSubscriber(
  ports: Pick<EditDeps, "newsletter" | "unitOfWork" | "subscriberRepository">,
  id: number,
  evidence: Evidence,
): Promise<void> {
  await ports.unitOfWork.transaction(async () => {
    const { phone } = await lockSubscriber(ports, id);
    await unsubscribe(ports, { phone, groups: null, evidence });
    await ports.subscriberRepository.remove(id);
  });
}

async function lockSubscriber(
  { subscriberRepository, newsletter }: Pick<EditDeps, "newsletter" | "subscriberRepository">,
  id: number,
  withPhone = false,
): Promise<LockedSubscriber> {
  const phone = await subscriberRepository.phoneOf(id);
  if (phone && withPhone) await lockPhone(newsletter, phone);
  const person = phone && (await newsletter.lock(phone));
  // Deleted since, and perhaps subscribed again.
  if (person?.id !== id) throw noSubscriber(id);
  return person;
}

export function noSubscriber(id: number): DomainError {
  return new DomainError("not_found", `There is no subscriber ${id}.`);
}
