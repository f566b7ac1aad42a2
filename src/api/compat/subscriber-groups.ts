import type { CompatCall, ApiResult } from "./route.ts";
import { shownGroup, type Person, type SubscriberDeps } from "./subscriber-item.ts";

type NewPerson = {
  readonly name: string;
  readonly mobile: string;
  readonly group_id: number | undefined;
  readonly custom_fields?: unknown;
};

/**
 * Adds a person to one group, by default the site's own. A person stored as inactive is never visible as active, and
 * does not stay active if the work is interrupted: a repeated import skips everyone already known.
 */
export async function add(
  { unitOfWork }: SubscriberDeps,
  callApi: CompatCall["callApi"],
  person: NewPerson,
  isInactive: boolean,
  part: string,
): Promise<ApiResult> {
  const join = (): Promise<ApiResult> => callApi("POST /subscribers", { ...person, double_opt_in: false }, part);
  if (!isInactive) return join();
  return together(unitOfWork, async () => {
    const added = await join();
    if (!added.ok) return added;
    const left = await leave(callApi, Number(added.data["id"]), person.group_id);
    return left.ok ? added : left;
  });
}

/** Runs several of our endpoints for one WP SMS call: if the last of them refuses, nothing is done. */
export async function together(
  unitOfWork: SubscriberDeps["unitOfWork"],
  work: () => Promise<ApiResult>,
): Promise<ApiResult> {
  try {
    return await unitOfWork.transaction(async () => {
      const result = await work();
      if (!result.ok) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

class Undone extends Error {
  readonly result: ApiResult;
  constructor(result: ApiResult) {
    super(result.message);
    this.result = result;
  }
}

/** A person stored as inactive must get no messages. The person's earlier groups stay unchanged. */
async function leave(callApi: CompatCall["callApi"], id: number, joined: number | undefined): Promise<ApiResult> {
  const result = await callApi("GET /subscribers/{id}", { id });
  if (!result.ok) return result;
  const { groups, history } = result.data as unknown as Person & { history: readonly { group_id: number }[] };
  // Without a group, the person has just joined the site's own.
  const left = joined ?? history[0]?.group_id;
  const stays = groups.filter((one) => one.state !== "left" && one.id !== left).map((one) => one.id);
  return callApi("PATCH /subscribers/{id}", { id, group_ids: stays });
}

/** The change to a person's groups: a new list, or consent that the caller vouches for. */
type GroupChange = {
  readonly exactly?: { readonly group_ids: readonly number[]; readonly double_opt_in: false };
  readonly joins?: readonly number[];
};

/**
 * Moves a person to `group` (0: no move), activates or deactivates them. No one is moved who would become active by it.
 */
export function changeOf(person: Person, group: number, status: string): GroupChange {
  const exactly = (ids: readonly number[]): GroupChange => ({ exactly: { group_ids: ids, double_opt_in: false } });
  if (status === "0") return exactly([]);
  const shown = shownGroup(person, null)?.id;
  const present = person.groups.filter(({ state }) => state !== "left").map(({ id }) => id);
  if (!person.groups.some(({ state }) => state === "active")) {
    const former = shown === undefined ? [] : [shown];
    const wanted = group === 0 ? (present.length > 0 ? present : former) : [group];
    return status === "1" ? { joins: wanted } : {};
  }
  return group === 0 || group === shown
    ? {}
    : exactly([...present.filter((id) => id !== shown && id !== group), group]);
}

/** @param groups empty: a person whose groups are all gone joins the site's own */
export function join(
  callApi: CompatCall["callApi"],
  { id, name, mobile }: Person,
  groups: readonly number[],
): Promise<ApiResult> {
  const fields = { name, mobile, group_id: groups.length === 0 ? undefined : groups, double_opt_in: false };
  return callApi("POST /newsletter", fields, `activate-${id}`);
}
