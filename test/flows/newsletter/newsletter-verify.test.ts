import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { verify } from "#domain/newsletter/verify";
import type { Phone } from "#domain/recipients/phone";

import { suppress } from "../../support/database/ledger.ts";
import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

/** A number whose subscription waits for the returned code. */
async function pending(groups?: number[]): Promise<{ mobile: string; code: string }> {
  const mobile = freshPhone();
  await service.subscribe({ name: "Ada", mobile, ...(groups && { group_id: groups }) });
  return { mobile, code: await service.codeOf(mobile) };
}

/** Another code of the same form. */
function wrong(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}

describe("POST /newsletter/verify", () => {
  it("activates what waits, writes the consent and the event, and consumes the code", async () => {
    const { mobile, code } = await pending();
    const answer = await service.verify(mobile, code);
    expect(answer).toMatchObject({
      status: 200,
      json: { data: { subscriber: { mobile, name: "Ada", groups: [{ id: 1, state: "active" }] } } },
    });
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "active" }]);
    expect((await service.consentsOf(mobile)).map((one) => one.kind)).toEqual(["requested", "confirmed"]);
    expect((await service.eventsOf(mobile)).map((one) => one.kind)).toEqual(["new_subscriber", "subscriber.verified"]);
    expect((await service.verify(mobile, code)).json.code).toBe("verification_failed");
  });

  it("accepts the code with spaces, in Persian digits, and as a number that lost its leading zeros", async () => {
    const typed = await pending();
    expect((await service.verify(typed.mobile, ` ${typed.code.slice(0, 3)} ${typed.code.slice(3)}`)).status).toBe(200);
    const persian = await pending();
    const digits = [...persian.code].map((digit) => String.fromCharCode(0x6f0 + Number(digit))).join("");
    expect((await service.verify(persian.mobile, digits)).status).toBe(200);
    const number = await pending();
    expect((await service.verify(number.mobile, Number(number.code))).status).toBe(200);
  });

  it("ignores the name: WP SMS requires it and never compares it", async () => {
    const { mobile, code } = await pending();
    const answer = await service.verify(mobile, code, { name: "Somebody else" });
    expect(answer.json.data.subscriber.name).toBe("Ada");
  });

  it("refuses a wrong code, an unknown number, an active number, an expired code and a dead code with the same answer", async () => {
    const bodies = [];
    const one = await pending();
    bodies.push(await service.verify(one.mobile, wrong(one.code)));
    bodies.push(await service.verify(freshPhone(), "123456"));
    await service.verify(one.mobile, one.code);
    bodies.push(await service.verify(one.mobile, one.code));
    const old = await pending();
    await service.age(old.mobile, 901);
    bodies.push(await service.verify(old.mobile, old.code));
    const dead = await pending();
    for (let i = 1; i <= 5; i += 1) bodies.push(await service.verify(dead.mobile, wrong(dead.code, i)));
    bodies.push(await service.verify(dead.mobile, dead.code));
    bodies.push(await service.verify(dead.mobile, "not even digits"));
    const left = await pending();
    await service.post("/newsletter/unsubscribe", { mobile: left.mobile });
    bodies.push(await service.verify(left.mobile, left.code));
    const reported = bodies.map(({ status, json }) => JSON.stringify({ status, json: { ...json, request_id: "" } }));
    expect(new Set(reported).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 400, json: { code: "verification_failed" } });
  });

  it("accepts the newest code and not the ones before it", async () => {
    const { mobile, code: first } = await pending();
    await service.age(mobile, 61);
    await service.subscribe({ name: "Ada", mobile });
    const second = await service.codeOf(mobile);
    if (second !== first) expect((await service.verify(mobile, first)).status).toBe(400);
    expect((await service.verify(mobile, second)).status).toBe(200);
  });

  it("gives a new code its own five tries", async () => {
    const { mobile, code } = await pending();
    for (let i = 1; i <= 5; i += 1) await service.verify(mobile, wrong(code, i));
    await service.age(mobile, 61);
    await service.subscribe({ name: "Ada", mobile });
    expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
  });

  it("counts every wrong try, also if each has an Idempotency-Key of its own", async () => {
    const { mobile, code } = await pending();
    for (let i = 1; i <= 5; i += 1) {
      const body = { mobile, activation: wrong(code, i) };
      expect((await service.post("/newsletter/verify", body, { key: `guess-${i}-${mobile}` })).status).toBe(400);
    }
    expect((await service.verify(mobile, code)).status).toBe(400);
  });

  it("compares at most five of fifty concurrent guesses", async () => {
    const { mobile, code } = await pending();
    const guesses = Array.from({ length: 50 }, (_, i) => service.verify(mobile, wrong(code, i + 1)));
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
    const [row] = await service.rows(
      "select tries from opt_in_codes join subscribers on id = subscriber_id where phone = $1",
      [mobile],
    );
    expect(row.tries).toBe(5);
    expect((await service.verify(mobile, code)).status).toBe(400);
  });

  it("confirms once if the right code is sent ten times at once", async () => {
    const { mobile, code } = await pending();
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.verify(mobile, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await service.consentsOf(mobile)).filter((one) => one.kind === "confirmed")).toHaveLength(1);
    expect((await service.eventsOf(mobile)).filter((one) => one.kind === "subscriber.verified")).toHaveLength(1);
  });

  it("gives a repeated call with the same key the same response, in turn and at once", async () => {
    const { mobile, code } = await pending();
    const body = { mobile, activation: code };
    const first = await service.post("/newsletter/verify", body, { key: `v-${mobile}` });
    const again = await service.post("/newsletter/verify", body, { key: `v-${mobile}` });
    expect(again).toMatchObject({ status: 200, json: first.json });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await service.post("/newsletter/verify", { ...body, activation: "1" }, { key: `v-${mobile}` });
    expect(other.json.code).toBe("idempotency_mismatch");
    const two = await pending();
    const both = await Promise.all(
      [1, 2, 3].map(() =>
        service.post("/newsletter/verify", { mobile: two.mobile, activation: two.code }, { key: `w-${two.mobile}` }),
      ),
    );
    expect(both.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(both.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
  });

  it("confirms only the groups that are named, and keeps the code valid for the others", async () => {
    const other = await service.group("verify other");
    const { mobile, code } = await pending([1, other]);
    expect((await service.verify(mobile, code, { group_id: `[${other}]` })).status).toBe(200);
    expect(await service.membershipsOf(mobile)).toEqual([
      { group_id: 1, state: "pending" },
      { group_id: other, state: "active" },
    ]);
    expect((await service.verify(mobile, code, { group_id: other })).status).toBe(400);
    expect((await service.verify(mobile, code)).status).toBe(200);
  });

  it("confirms no group that was requested after its code was sent, until another code is sent for it", async () => {
    const other = await service.group("verify later");
    const { mobile, code } = await pending();
    const added = await service.subscribe({ name: "Ada", mobile, group_id: other });
    expect(added.json.data).toMatchObject({ state: "pending", code_sent: false });
    expect((await service.verify(mobile, code, { group_id: other })).status).toBe(400);
    expect((await service.verify(mobile, code)).status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "pending"]);
    expect((await service.consentsOf(mobile)).filter(({ kind }) => kind === "confirmed")).toHaveLength(1);
    expect((await service.verify(mobile, code)).status).toBe(400);
    await service.age(mobile, 61);
    await service.subscribe({ name: "Ada", mobile, group_id: other });
    expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "active"]);
  });

  it("does not confirm the groups of an earlier request, perhaps a stranger's, with the code of a later one", async () => {
    const other = await service.group("verify earlier");
    const { mobile } = await pending();
    await service.age(mobile, 61);
    await service.subscribe({ name: "Ada", mobile, group_id: other });
    expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["pending", "active"]);
  });

  it("does not confirm a group that was left after the code was sent, although it was requested again", async () => {
    const other = await service.group("verify left");
    const { mobile, code } = await pending([1, other]);
    await service.post("/newsletter/unsubscribe", { mobile, group_id: other });
    await service.subscribe({ name: "Ada", mobile, group_id: other });
    expect((await service.verify(mobile, code)).status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "pending"]);
  });

  it("confirms all that is pending with a code that a node of the previous release has sent", async () => {
    const other = await service.group("verify older node");
    const { mobile, code } = await pending([1, other]);
    await service.rows("update opt_in_codes set group_ids = null");
    expect((await service.verify(mobile, code)).status).toBe(200);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "active"]);
  });

  it("does not activate a look-alike number", async () => {
    const { mobile, code } = await pending();
    const alike = `+1${mobile.slice(3)}`;
    await service.subscribe({ name: "Bob", mobile: alike });
    expect((await service.verify(alike, code)).status).toBe(400);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "pending" }]);
  });

  it("does not lift a STOP that came after the code", async () => {
    const { mobile, code } = await pending();
    await suppress(service.db.pool, mobile, { source: "sms" });
    expect(await service.verify(mobile, code)).toMatchObject({ status: 409, json: { code: "not_in_this_state" } });
    expect((await service.verify(mobile, wrong(code))).status).toBe(400);
    expect(await service.rows("select 1 from suppressions where phone = $1", [mobile])).toHaveLength(1);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "pending" }]);
  });

  it("names missing and invalid parameters", async () => {
    const answer = await service.post("/newsletter/verify", { mobile: "abc", activation: "", group_id: 99 });
    expect(answer.json.code).toBe("invalid_parameter");
    expect(answer.json.data.details.map((one: { field: string }) => one.field)).toEqual([
      "activation",
      "mobile",
      "group_id",
    ]);
    expect((await service.post("/newsletter/verify", {})).json.data.details).toHaveLength(2);
  });

  it("writes for an unknown number as for a wrong code, so that both wait for the same flush", async () => {
    const { mobile } = await pending();
    for (const phone of [mobile, freshPhone()] as Phone[]) {
      const writes = await service.db.transaction(async () => {
        await service.services.newsletter.takeTry(phone, 5);
        const [row] = await service.db.query<{ id: string | null }>(
          "xid",
          "select pg_current_xact_id_if_assigned() as id",
          [],
        );
        return row!.id !== null;
      });
      expect(writes).toBe(true);
    }
  });

  it("refuses to run within another transaction, which could roll back a try", async () => {
    const { mobile, code } = await pending();
    const { services, db } = service;
    const evidence = { source: "api", actor: null, ip: null };
    const within = db.transaction(() => verify(services, { phone: mobile as Phone, code, groups: null, evidence }));
    await expect(within).rejects.toThrow("a transaction of its own");
    expect((await service.verify(mobile, code)).status).toBe(200);
  });
});
