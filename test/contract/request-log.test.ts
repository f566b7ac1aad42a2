import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestService, type Answer, type Credentials, type TestService } from "../support/service/test-service.ts";
import { eventually } from "../support/service/processes.ts";

let service: TestService;
let sender: Credentials;
let other: Credentials;
beforeAll(async () => {
  service = await startTestService();
  sender = await service.userWith("svc_sendsms", "svc_outbox");
  other = await service.userWith("svc_sendsms");
  await change({ successes_per_second: 200 });
  // From here on calls are recorded.
  await eventually(async () => {
    await service.call("GET", "/jobs");
    return (await entries("?route=/jobs")).length > 0;
  });
});
afterAll(() => service.end());

type Entry = Record<string, any>;

const PHONE = "+4915112345678";
const keyed = (key: string, as?: Credentials) => ({ headers: { "idempotency-key": key }, ...(as && { as }) });
const change = (fields: object) => service.call("PATCH", "/settings", { request_log: fields });

async function entries(query = "", as?: Credentials): Promise<readonly Entry[]> {
  const { body } = await service.call("GET", `/requests${query}`, undefined, as && { as });
  return body.data.items;
}

/** The entry of the call whose response this is, once it is stored. */
function entryOf({ headers }: { readonly headers: Headers }): Promise<Entry> {
  const id = headers.get("x-request-id");
  return eventually(async () => (await entries(`?request_id=${id}`))[0]);
}

const read = async (id: string, as?: Credentials) =>
  (await service.call("GET", `/requests/${id}`, undefined, as && { as })).body;

describe("the request log", () => {
  test("says of a call what was called, how it ended, by whom, how long it took, and which message it made", async () => {
    const sent = await service.call("POST", "/send", { message: "Hello", numbers: [PHONE] }, { as: sender });
    const entry = await entryOf(sent);
    expect(entry).toEqual({
      id: expect.stringMatching(/^call_[0-9a-f-]{36}$/),
      at: expect.any(String),
      request_id: sent.headers.get("x-request-id"),
      method: "POST",
      route: "/send",
      path: "/send",
      status: 200,
      code: null,
      duration_ms: expect.any(Number),
      called_by: expect.stringMatching(/^builtin:\d+$/),
      application_password_id: expect.any(String),
      replayed: false,
      message_ids: [sent.body.data.message_id],
    });
    expect(Math.abs(Date.parse(entry["at"]) - Date.now())).toBeLessThan(60_000);
  });

  test("explains a refusal, and names the parameters that it is about", async () => {
    const refused = await service.call("POST", "/send", { message: "", numbers: ["abc"], sender: "x".repeat(99) });
    const entry = await entryOf(refused);
    expect(entry).toMatchObject({ status: 400, code: "invalid_parameter", message_ids: [] });
    const { data } = await read(entry["id"]);
    expect(data.parameters.toSorted()).toEqual(["message", "numbers", "sender"]);
    expect(data.error).toEqual({
      message: expect.any(String),
      cause: expect.any(String),
      remedy: expect.any(String),
      docs: expect.stringMatching(/\/docs\/errors#invalid_parameter$/),
    });
    expect(data.original).toBeNull();
  });

  test("a replay leads to the call that it repeated and to its message", async () => {
    const body = { message: "Once", numbers: [PHONE] };
    const first = await service.call("POST", "/send", body, keyed("replay-1", sender));
    const again = await service.call("POST", "/send", body, keyed("replay-1", sender));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const [original, replay] = [await entryOf(first), await entryOf(again)];
    expect([original["replayed"], replay["replayed"]]).toEqual([false, true]);
    expect(replay["message_ids"]).toEqual([first.body.data.message_id]);
    const { data } = await read(replay["id"], sender);
    expect(data.original).toEqual({ id: original["id"], at: expect.any(String) });
    expect(Math.abs(Date.parse(data.original.at) - Date.parse(original["at"]))).toBeLessThan(60_000);
    expect((await entries("?replayed=true", sender)).map(({ id }) => id)).toEqual([replay["id"]]);
  });

  test("a refusal that is repeated, a secret that is not, and a batch that was sent before are replays too", async () => {
    const gone = { template_id: 999_999 };
    const answers = [];
    for (let nth = 0; nth < 2; nth += 1) {
      answers.push(await service.call("DELETE", "/groups/999999"));
      answers.push(await service.call("POST", "/users/1/application-passwords", { name: "Once" }, keyed("secret")));
      answers.push(
        await service.call("POST", "/webhooks/wh_01981f00-0000-7000-8000-000000000000/test", gone, keyed("w")),
      );
      const messages = [{ message: "B", numbers: [PHONE], key: "b-1" }];
      answers.push(await service.call("POST", "/send/batch", { messages }));
    }
    const replayed = await Promise.all(answers.map(async (answer) => (await entryOf(answer))["replayed"]));
    expect(replayed.slice(0, 4)).toEqual([false, false, false, false]);
    expect(replayed.slice(4)).toEqual(
      answers
        .slice(4)
        .map(({ headers, body }) => headers.has("idempotency-replayed") || body.code === "already_created"),
    );
    expect(replayed[5]).toBe(true);
    expect(replayed[7]).toBe(true);
  });

  test("users see their own calls, and those who may change settings see all", async () => {
    const mine = await entryOf(await service.call("GET", "/messages", undefined, { as: sender }));
    const theirs = await entryOf(await service.call("GET", "/messages", undefined, { as: other }));
    const seen = await entries("?per_page=100", other);
    expect(new Set(seen.map(({ called_by: by }) => by))).toEqual(new Set([theirs["called_by"]]));
    expect((await read(theirs["id"], other)).data.id).toBe(theirs["id"]);
    expect((await read(mine["id"], other)).code).toBe("not_found");
    expect((await read(mine["id"])).data.id).toBe(mine["id"]);
    // A filter never shows more.
    expect(await entries(`?request_id=${mine["request_id"]}`, other)).toEqual([]);
    expect(await entries(`?application_password_id=${mine["application_password_id"]}`, other)).toEqual([]);
  });

  test("a caller who lacked a capability sees that call in the log; a call with a wrong password has no caller", async () => {
    const forbidden = await entryOf(await service.call("GET", "/settings", undefined, { as: other }));
    expect(forbidden).toMatchObject({ status: 403, code: "forbidden", called_by: expect.stringMatching(/^builtin:/) });
    expect((await read(forbidden["id"], other)).data.code).toBe("forbidden");
    const wrong = await service.call("GET", "/groups", undefined, { as: { user: "admin", password: "wrong" } });
    expect(await entryOf(wrong)).toMatchObject({ status: 401, called_by: null, application_password_id: null });
  });

  test("calls are found by status, method, route, code and time, page by page", async () => {
    const seen = await entries("?per_page=100");
    const failed = await entries("?status=4xx,5xx&per_page=100");
    expect(failed.length).toBeGreaterThan(3);
    expect(failed.every(({ status }) => status >= 400)).toBe(true);
    expect(await entries("?status=5xx")).toEqual([]);
    const sends = await entries("?route=/send&method=POST&code=invalid_parameter");
    expect(sends.map(({ route, code }) => [route, code])).toEqual([["/send", "invalid_parameter"]]);
    const middle = seen[2]!["at"];
    expect(
      (await entries(`?date_to=${encodeURIComponent(middle)}&per_page=100`))
        .map(({ at }) => at)
        .every((at) => at <= middle),
    ).toBe(true);
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = `?status=4xx&per_page=2${cursor && `&cursor=${cursor}`}`;
      const { data }: Answer["body"] = (await service.call("GET", `/requests${query}`)).body;
      ids.push(...data.items.map(({ id }: Entry) => id));
      cursor = data.pagination.next_cursor;
    }
    expect([new Set(ids).size, ids]).toEqual([ids.length, ids.toSorted().toReversed()]);
    expect(ids.slice(0, failed.length)).toEqual(failed.map(({ id }) => id));
    const bad = await service.call("GET", "/requests?cursor=call_1");
    expect([bad.status, bad.body.code]).toEqual([400, "invalid_parameter"]);
  });

  test("nothing that a caller writes gets into it: no number, text, search, key, request id or unknown name", async () => {
    const canary = "491520000777";
    const about = [`+${canary}`, canary, `x${canary}`];
    const calls = [];
    for (const text of about) {
      const value = encodeURIComponent(text);
      calls.push(
        await service.call("GET", `/outbox?recipient=${value}&search=${value}`),
        await service.call("GET", `/inbox/threads/${value}`),
        await service.call("POST", `/inbox/threads/${value}/read`, {}),
        await service.call("GET", `/subscribers/${value}`),
        await service.call("GET", `/outbox/${value}`),
        await service.call("DELETE", `/suppressions/${value}?reason=${value}`),
        await service.call("PUT", `/order-notices/${value}`, { template: text }),
        await service.call("GET", `/search?q=${value}`),
        await service.call("POST", "/send", { message: text, numbers: [text], [text]: text }, keyed(`key-${canary}`)),
        await service.call("POST", "/send", {
          message: `"message_id":"msg_${"4".repeat(8)}-${canary}"`,
          numbers: [text],
        }),
        await service.call("GET", "/jobs", undefined, { headers: { "x-request-id": text } }),
        await service.call("GET", "/jobs", undefined, { as: { user: text, password: text } }),
      );
    }
    const last = await entryOf(await service.call("GET", "/groups/1"));
    expect(last["path"]).toBe("/groups/1");
    expect(calls.some(({ status }) => status === 200) && calls.some(({ status }) => status >= 400)).toBe(true);
    const { rows } = await service.pool.query<{ row: string }>("select t::text as row from request_log t");
    expect(rows.length).toBeGreaterThan(20);
    const leaks = rows.filter(({ row }) => row.includes(canary.slice(2)));
    expect(leaks).toEqual([]);
  });

  test("dates at the ends of time are no failure", async () => {
    for (const query of ["date_from=0001-01-01", "date_to=9999-12-31", "date_from=9999-12-30T00:00:00Z"]) {
      expect([query, (await service.call("GET", `/requests?${query}`)).status]).toEqual([query, 200]);
    }
  });

  test("what it cannot store waits, the calls themselves go on, and it is stored once the database takes it", async () => {
    await service.pool.query("alter table request_log rename to request_log_gone");
    try {
      const sent = await service.call("POST", "/send", { message: "On", numbers: [PHONE] });
      expect(sent.status).toBe(200);
      await eventually(() => service.logged.some(({ message }) => message === "request log will retry"));
      expect((await service.call("POST", "/send", { message: "On", numbers: [PHONE] })).status).toBe(200);
      await service.pool.query("alter table request_log_gone rename to request_log");
      expect(await entryOf(sent)).toMatchObject({ route: "/send", status: 200 });
    } finally {
      await service.pool.query("alter table if exists request_log_gone rename to request_log");
    }
  });

  test("a deleted user's calls stay without the user, those that were on their way too", async () => {
    const leaver = await service.userWith("svc_sendsms");
    const made = await service.call("GET", "/messages", undefined, { as: leaver });
    const entry = await entryOf(made);
    const id = Number(String(entry["called_by"]).split(":")[1]);
    const late = await service.call("GET", "/templates", undefined, { as: leaver });
    expect((await service.call("DELETE", `/users/${id}`)).status).toBe(200);
    for (const answer of [made, late]) {
      expect(await entryOf(answer)).toMatchObject({ called_by: null, application_password_id: null });
    }
    expect(await entries(`?application_password_id=${entry["application_password_id"]}`)).toEqual(
      expect.arrayContaining([expect.objectContaining({ called_by: null })]),
    );
  });

  test("successes beyond the rate are counted; switched off, nothing is recorded", async () => {
    await change({ successes_per_second: 0 });
    await eventually(async () => {
      await service.call("GET", "/templates");
      return (await service.call("GET", "/requests")).body.data.not_recorded.succeeded > 0;
    });
    const failed = await entryOf(await service.call("GET", "/groups/999999"));
    expect(failed["path"]).toBe("/groups/{id}");
    await change({ enabled: false });
    await eventually(async () => {
      const { headers } = await service.call("GET", "/groups/999998");
      const before = (await service.pool.query("select 1 from request_log")).rowCount;
      const id = headers.get("x-request-id");
      // Two flushes later.
      await service.pool.query("select pg_sleep(2.2)");
      const now = (await service.pool.query("select 1 from request_log")).rowCount;
      return before === now && (await entries(`?request_id=${id}`)).length === 0;
    });
  });
});
