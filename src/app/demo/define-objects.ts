import type { OperatorReply } from "../operator.ts";
import type { DemoService } from "./open-demo.ts";
import { DemoRefused } from "./demo-refusal.ts";
import { fields, form, groups, segments, templates, webhookTypes, webhookUrls } from "./demo-objects.ts";

type Call = DemoService["call"];

/** What was defined, by id, key or slug. */
export type DemoObjects = {
  readonly groups: readonly number[];
  readonly fields: readonly string[];
  readonly segments: readonly number[];
  readonly templates: readonly number[];
  readonly forms: readonly string[];
  /** Prefixed; null: its address is refused here. */
  readonly webhook: string | null;
};

/** Calls the API for each object, in the surrounding transaction. @throws DemoRefused naming the conflicting object */
export async function defineObjects(call: Call): Promise<DemoObjects> {
  const made: OperatorReply[] = [];
  for (const { name } of groups) made.push(await create(call, "/groups", { name }));
  const groupIds = made.map(({ data }) => data.id as number);
  for (const field of fields) await create(call, "/fields", field);
  const segmentIds: number[] = [];
  for (const segment of segments) segmentIds.push((await create(call, "/segments", segment)).data.id);
  const templateIds: number[] = [];
  for (const template of templates) templateIds.push((await create(call, "/templates", template)).data.id);
  await create(call, "/forms", { ...form, group_ids: groupIds.slice(0, 3) });
  return {
    groups: groupIds,
    fields: fields.map(({ key }) => key),
    segments: segmentIds,
    templates: templateIds,
    forms: [form.slug],
    webhook: await createWebhook(call),
  };
}

async function create(call: Call, path: string, body: object): Promise<OperatorReply> {
  const reply = await call("POST", path, body);
  if (reply.ok) return reply;
  const details: readonly { field: string; message: string; value?: string }[] = reply.data?.details ?? [];
  const named = details.map(({ field, message, value }) => `${field} ${value ?? ""} ${message}`).join("; ");
  const taken = (reply.body as { code?: string }).code === "conflict";
  const remedy = taken ? " The demo needs that name: rename the existing object, or use a separate installation." : "";
  throw new DemoRefused(
    `POST ${path} was refused: ${reply.message}${named === "" ? "" : ` ${named}.`}${remedy} Nothing was made.`,
  );
}

/**
 * A service that others can reach does not let a webhook call its own machine. A test event shows at once that it
 * fails.
 */
async function createWebhook(call: Call): Promise<string | null> {
  for (const url of webhookUrls) {
    const reply = await call("POST", "/webhooks", { url, types: webhookTypes });
    if (!reply.ok) continue;
    await call("POST", `/webhooks/${reply.data.id}/test`);
    return reply.data.id;
  }
  return null;
}
