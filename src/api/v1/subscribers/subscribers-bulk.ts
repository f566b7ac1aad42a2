import type { z } from "zod";

import { jobView } from "#contract/jobs";
import { bulkRequest } from "#contract/subscribers-bulk";
import type { Detail } from "#domain/error";
import { startBulk, type BulkAction } from "#domain/subscribers/bulk";
import type { Selection } from "#domain/subscribers/bulk-store";
import type { FilterReader } from "#domain/subscribers/read-filter";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { jobCreated } from "../jobs/job-view.ts";

export type BulkEndpointDeps = Parameters<typeof startBulk>[0] & {
  readonly readFilter: FilterReader;
  readonly base: string;
};

type Fields = Partial<z.output<typeof bulkRequest>>;

/** `POST /subscribers/bulk`. */
export function subscribersBulkEndpoint(services: BulkEndpointDeps): Endpoint {
  return endpoint<typeof bulkRequest, { selection: Selection; action: BulkAction }>({
    operationId: "bulkSubscribers",
    method: "POST",
    path: "/subscribers/bulk",
    access: "svc_subscribers",
    tag: "Subscribers",
    summary: "Change many subscribers",
    description:
      "Starts a job that applies one action to everyone who matches a filter, or who is named by id. Consents, events and webhooks are written for each person as by the same action on one. `add_to_group` does not add people who have left the group or all groups, or who opted out; they count as unchanged.",
    input: bulkRequest,
    data: jobView,
    status: 201,
    errors: ["not_in_this_state"],
    async read(fields, _context, issues) {
      const action = readAction(fields, issues);
      const selection = await readSelection(services, fields, issues);
      return { selection, action };
    },
    async handle({ selection, action }, { caller, ip }) {
      const evidence = evidenceOf({ caller, ip });
      const job = await startBulk(services, { selection, action, evidence, by: caller.principal });
      return jobCreated(job, services.base);
    },
  });
}

async function readSelection({ readFilter }: BulkEndpointDeps, fields: Fields, issues: Detail[]): Promise<Selection> {
  const { filter, ids } = fields;
  const isIn = (name: string): boolean => issues.some(({ field }) => field === name || field.startsWith(`${name}.`));
  if (filter && ids) {
    issues.push({ field: "ids", code: "not_together", message: "must not be used together with filter" });
  } else if (!filter && (ids?.length ?? 0) === 0 && !isIn("filter") && !isIn("ids")) {
    issues.push({ field: "filter", code: "required", message: "is required, or ids" });
  }
  return filter ? { filter: await readFilter("filter", filter, issues) } : { ids: [...new Set(ids)] };
}

/** The parameters of an action, and none that belong to another: they were meant for something else. */
function readAction(fields: Fields, issues: Detail[]): BulkAction {
  const { action, group_id: group, double_opt_in: doubleOptIn, field, value } = fields;
  const inGroup = action === "add_to_group" || action === "remove_from_group";
  const takes: Readonly<Record<string, boolean>> = {
    group_id: inGroup,
    double_opt_in: action === "add_to_group",
    field: action === "set_field",
    value: action === "set_field",
  };
  for (const [name, taken] of Object.entries(takes)) {
    if (action !== undefined && !taken && fields[name as keyof Fields] !== undefined) {
      issues.push({ field: name, code: "not_together", message: `does not belong to ${action}` });
    }
  }
  const needs = (name: "group_id" | "field" | "value"): void => {
    if (fields[name] === undefined && !issues.some((issue) => issue.field === name)) {
      issues.push({ field: name, code: "required", message: `is required for ${action}` });
    }
  };
  switch (action) {
    case "add_to_group":
      needs("group_id");
      return { name: action, group: group!, doubleOptIn: doubleOptIn ?? null };
    case "remove_from_group":
      needs("group_id");
      return { name: action, group: group! };
    case "set_field":
      needs("field");
      needs("value");
      return { name: action, key: field!, value: value ?? null };
    default:
      return { name: action ?? "unsubscribe" };
  }
}
