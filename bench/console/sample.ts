import type pg from "pg";

import { seeded } from "../../test/support/engine/seeded.ts";
import { withPrefix, type Uuid } from "#lib/ids";

import type { Operations } from "../../packages/client/src/index.ts";

type Filter = Operations["getSegment"]["data"]["filter"];

/** The subjects of the calls: each call of a function returns another of many. */
export type Sample = {
  readonly person: () => { readonly id: number; readonly phone: string };
  readonly entry: () => number;
  readonly single: () => string;
  readonly campaign: () => string;
  readonly thread: () => string;
  readonly group: () => number;
  readonly everybody: number;
  readonly segment: number;
  readonly filters: readonly Filter[];
  readonly webhook: string;
};

const MANY = 200;

export async function takeSample(pool: pg.Pool): Promise<Sample> {
  const random = seeded(1);
  const rows = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await pool.query<Row>(text)).rows;
  const oneOf =
    <Item>(items: readonly Item[]) =>
    (): Item =>
      items[random.whole(0, items.length - 1)]!;
  const people = await rows<{ id: string; phone: string }>(
    `select id, phone from subscribers where phone like '+4915%' order by md5(id::text) limit ${MANY}`,
  );
  const messages = await rows<{ id: Uuid; size: number }>(
    `(select id, accepted as size from messages where accepted = 1 and created_by = 'bench' order by md5(id::text) limit ${MANY})
     union all
     (select id, accepted from messages where accepted > 1 and created_by = 'bench' order by md5(id::text) limit ${MANY})`,
  );
  const ids = (isSingle: boolean) =>
    messages.filter(({ size }) => (size === 1) === isSingle).map(({ id }) => withPrefix("msg", id));
  const entries = await rows<{ id: string }>(
    `select (select id from deliveries d where d.message_id = m.id order by phone limit 1) as id
     from (select id from messages where created_by = 'bench' order by md5(id::text) limit ${MANY}) m`,
  );
  const threads = await rows<{ sender: string }>(`select sender from inbox_threads order by md5(sender) limit ${MANY}`);
  const groups = await rows<{ id: string; name: string }>(
    "select id, name from groups where name = 'Everybody' or name like 'Readers %'",
  );
  const segments = await rows<{ id: string; filter: Filter }>("select id, filter from segments order by id");
  const [webhook] = await rows<{ id: Uuid }>("select id from webhooks order by id limit 1");
  return {
    person: oneOf(people.map(({ id, phone }) => ({ id: Number(id), phone }))),
    entry: oneOf(entries.map(({ id }) => Number(id))),
    single: oneOf(ids(true)),
    campaign: oneOf(ids(false)),
    thread: oneOf(threads.map(({ sender }) => sender)),
    group: oneOf(groups.filter(({ name }) => name !== "Everybody").map(({ id }) => Number(id))),
    everybody: Number(groups.find(({ name }) => name === "Everybody")!.id),
    segment: Number(segments[0]!.id),
    filters: segments.map(({ filter }) => filter),
    webhook: withPrefix("wh", webhook!.id),
  };
}
