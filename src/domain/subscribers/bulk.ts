import type { Uuid } from "#lib/ids";

import { DomainError, invalidParameters, type Detail } from "../error.ts";
import { jobKind, portionOf, type JobKind } from "../jobs/job-kind.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { Job } from "../jobs/job.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { CustomFields, NewsletterStore } from "../newsletter/newsletter-store.ts";
import { requireGroups } from "../newsletter/require-groups.ts";
import { requireMaySwitchOff, type NewsletterSettings } from "../newsletter/settings.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { BulkStore, Selection } from "./bulk-store.ts";
import { MAX_FIELDS } from "./define-field.ts";
import type { FieldStore } from "./field.ts";
import { readFieldValue } from "./field-value.ts";

export const bulkActions = [
  "add_to_group",
  "remove_from_group",
  "unsubscribe",
  "delete",
  "set_field",
  "reactivate",
] as const;

export type BulkAction =
  | { readonly name: "add_to_group"; readonly group: number; readonly doubleOptIn: boolean | null }
  | { readonly name: "remove_from_group"; readonly group: number }
  | { readonly name: "unsubscribe" | "delete" | "reactivate" }
  | { readonly name: "set_field"; readonly key: string; readonly value: CustomFields[string] | null };

type Params = {
  readonly selection: Selection;
  readonly action: BulkAction;
  readonly evidence: Evidence;
  /** People with a higher id joined later. */
  readonly last: number;
};

export type BulkDeps = {
  readonly bulk: BulkStore;
  readonly newsletter: Pick<NewsletterStore, "groups" | "reactivate">;
  readonly fields: Pick<FieldStore, "find" | "lockForValues">;
};

type StartDeps = BulkDeps & {
  readonly jobs: Pick<JobStore, "create">;
  readonly unitOfWork: UnitOfWork;
  readonly newsletterSettings: () => Promise<NewsletterSettings>;
  readonly newId: () => Uuid;
};

const BULK_KIND = "subscriber_bulk";
const UNDO_KIND = "subscriber_bulk_undo";
/** People per step: 500 changes of memberships with consents and events are about 0.1 s of the database. */
const PAGE = 500;

/**
 * Starts a bulk action as a job.
 *
 * @throws DomainError invalid_parameter (unknown_group; a field's value), forbidden, not_in_this_state (a code is
 *   needed)
 */
export async function startBulk(
  ports: StartDeps,
  call: {
    readonly selection: Selection;
    readonly action: BulkAction;
    readonly evidence: Evidence;
    readonly by: string;
  },
): Promise<Job> {
  const settings = await ports.newsletterSettings();
  return ports.unitOfWork.transaction(async () => {
    const action = await checked(ports, call.action, settings);
    const { people, last } = await ports.bulk.measure(call.selection);
    const params: Params = { selection: call.selection, action, evidence: call.evidence, last };
    return ports.jobs.create({ id: ports.newId(), kind: BULK_KIND, params, total: people, createdBy: call.by });
  });
}

async function checked(ports: StartDeps, action: BulkAction, settings: NewsletterSettings): Promise<BulkAction> {
  if (action.name === "remove_from_group") await requireGroups(ports.newsletter, [action.group]);
  if (action.name === "add_to_group") await requireJoining(ports, action, settings);
  return action.name === "set_field" ? { ...action, value: await valueOf(ports, action) } : action;
}

/** A bulk action sends no codes: editing a list must not cause messages. */
async function requireJoining(
  { newsletter }: StartDeps,
  { group: id, doubleOptIn }: Extract<BulkAction, { name: "add_to_group" }>,
  settings: NewsletterSettings,
): Promise<void> {
  const [group] = await requireGroups(newsletter, [id]);
  if (doubleOptIn === false) requireMaySwitchOff(settings);
  if (doubleOptIn ?? group!.doubleOptIn ?? settings.doubleOptIn) {
    throw new DomainError(
      "not_in_this_state",
      "New members of this group confirm with a code, and a bulk action sends none. If they have agreed, set double_opt_in to false.",
      [
        {
          field: "double_opt_in",
          code: "required",
          message: "must be false: new members of this group confirm with a code",
        },
      ],
    );
  }
}

async function valueOf(
  { fields }: StartDeps,
  { key, value }: Extract<BulkAction, { name: "set_field" }>,
): Promise<CustomFields[string] | null> {
  await fields.lockForValues();
  const field = await fields.find(key);
  if (!field) return value;
  const refuse = (code: Detail["code"], message: string): never => {
    throw invalidParameters([{ field: "value", code, message }]);
  };
  if (field.archivedAt !== null) refuse("archived_field", "is for a field that is archived");
  const read = value === null ? ({ ok: true, value: null } as const) : readFieldValue(field, value);
  if (!read.ok) return refuse(read.code, read.message);
  if (read.value === null && field.required) refuse("required", `is required for ${key}`);
  return read.value;
}

type UndoParams = { readonly of: Uuid; readonly evidence: Evidence };

/** Takes back a bulk action page by page, in the order of ids. */
export function bulkUndoKind({ bulk }: Pick<BulkDeps, "bulk">): JobKind {
  return jobKind<UndoParams, number>({
    name: UNDO_KIND,
    capability: "svc_subscribers",
    async step(turn) {
      const { params, position, progress, result } = turn;
      const total = progress.total ?? (await bulk.joinedBy(params.of));
      const limit = portionOf(PAGE, turn);
      const { seen, changed, last } = await bulk.takeBack(params.of, { after: position ?? 0, limit }, params.evidence);
      const done = progress.done + seen;
      return {
        ...(last !== null && { position: last }),
        // People may have been deleted since they were counted.
        progress: { done, total: last === null ? done : total },
        result: {
          action: "undo",
          ...added(result, changed, seen),
        },
      };
    },
  });
}

/** The counts of a job so far, with those of a page. */
function added(result: Job["result"], changed: number, seen: number): { changed: number; unchanged: number } {
  const before = (result ?? { changed: 0, unchanged: 0 }) as { changed: number; unchanged: number };
  return { changed: before.changed + changed, unchanged: before.unchanged + seen - changed };
}

/** Does a bulk action page by page, in the order of ids. */
export function bulkKind(ports: BulkDeps): JobKind {
  return jobKind<Params, number>({
    name: BULK_KIND,
    capability: "svc_subscribers",
    undo: {
      kind: UNDO_KIND,
      // The other actions end waiting deliveries, or overwrite values that are stored nowhere else.
      of: ({ result }) => result?.["action"] === "add_to_group" && Number(result["changed"]) > 0,
      params: ({ id }, evidence): UndoParams => ({ of: id, evidence }),
    },
    async step({ id, params, position, progress, result }) {
      const { selection, action, evidence, last } = params;
      const page = await ports.bulk.page(selection, position ?? 0, last, PAGE);
      const changed = page.ids.length === 0 ? 0 : await act(ports, action, page.ids, { evidence, job: id });
      const done = progress.done + page.seen;
      return {
        ...(page.last !== null && page.last < last && { position: page.last }),
        progress: { done, total: progress.total },
        result: {
          action: action.name,
          ...("group" in action && { group_id: action.group }),
          ...added(result, changed, page.seen),
        },
      };
    },
  });
}

async function act(
  { bulk, newsletter }: BulkDeps,
  action: BulkAction,
  ids: readonly number[],
  { evidence, job }: { readonly evidence: Evidence; readonly job: Uuid },
): Promise<number> {
  switch (action.name) {
    case "add_to_group": {
      const [group] = await newsletter.groups([action.group]);
      if (!group) throw new DomainError("not_found", `Group ${action.group} was deleted meanwhile.`);
      return bulk.join(ids, group, evidence, job);
    }
    case "remove_from_group":
      return bulk.leave(ids, action.group, evidence);
    case "unsubscribe":
      return bulk.leave(ids, null, evidence);
    case "delete":
      return bulk.remove(ids, evidence);
    case "set_field":
      return bulk.setField(ids, action.key, action.value, MAX_FIELDS);
    case "reactivate":
      return (await newsletter.reactivate(ids)).length;
  }
}
