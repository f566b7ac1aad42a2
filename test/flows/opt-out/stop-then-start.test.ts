import { afterAll, beforeAll, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { ALL_DAY, everyDay, farFromNow, haveTakenEffect, setQuietHours } from "../../support/engine/holding.ts";
import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

test("a person who sends STOP while a message to their group is held does not get it after a START, which joins no group", async () => {
  const { service } = people;
  const phone = "+4915112392101";
  const group = (await service.call("POST", "/groups", { name: "Held" })).body.data.id as number;
  await service.call("POST", "/newsletter", { name: "N", mobile: phone, group_id: group, double_opt_in: false });
  const { db } = service.store;
  await setQuietHours(db, { regions: { DE: everyDay(farFromNow("Europe/Berlin")) } });
  await eventually(() => haveTakenEffect(db.pool));
  const sent = await service.call("POST", "/send", { message: "Sale", group_ids: [group] });
  const id = (sent.body.data.message_id as string).slice(4);
  const states = () => statesOf(service.pool, { message: id });
  await eventually(async () => (await states())["held"] === 1);
  await people.reply(phone, "STOP");
  await people.reply(phone, "START");
  expect(await people.listed(phone)).toEqual([]);
  await setQuietHours(db, { regions: { DE: everyDay(ALL_DAY) } });
  await eventually(async () => (await service.call("GET", `/messages/msg_${id}`)).body.data.state === "completed");
  expect(await states()).toEqual({ suppressed: 1 });
  expect(people.received(phone).filter(({ text }) => text.includes("Sale"))).toEqual([]);
});
