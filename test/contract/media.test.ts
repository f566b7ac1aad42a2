import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { uuidv7 } from "#lib/ids";
import { pruneMedia } from "#store/queries/media/media";

import { openDb } from "../support/database/open-db.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(2_000, 7)]);

let service: TestService;
let sender: Credentials;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_PUBLIC_URL: "https://sms.internal" }, { workerLoops: false });
  sender = await service.userWith("svc_sendsms");
});
afterAll(() => service.end());

const upload = (raw: Uint8Array, type = "image/png", more: Parameters<TestService["call"]>[3] = {}) =>
  service.call("POST", "/media", undefined, {
    as: sender,
    raw,
    ...more,
    headers: { "content-type": type, ...more.headers },
  });

async function fetched(url: string, method = "GET") {
  const response = await service.app.request(url.replace("https://sms.internal", "http://127.0.0.1"), { method });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

test("an uploaded picture is served at its address to everyone, as its type, and runs nothing", async () => {
  const { status, body } = await upload(PNG);
  expect(status).toBe(201);
  expect(body.data).toEqual({
    url: expect.stringMatching(/^https:\/\/sms\.internal\/m\/[\w-]{22}\.png$/),
    type: "image/png",
    bytes: PNG.length,
  });
  const file = await fetched(body.data.url);
  expect([file.status, file.headers.get("content-type"), file.content.equals(PNG)]).toEqual([200, "image/png", true]);
  expect(file.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  const head = await fetched(body.data.url, "HEAD");
  expect([head.status, head.headers.get("content-length"), head.content.length]).toEqual([200, String(PNG.length), 0]);
});

test("the bytes decide on the type, not the caller: a page, a script and an SVG are refused", async () => {
  for (const text of [
    "<html><script>alert(1)</script>",
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "#!/bin/sh",
    "MZ\0",
  ]) {
    const { status, body } = await upload(Buffer.from(text));
    expect([text, status, body.code, body.data.params]).toEqual([
      text,
      400,
      "invalid_parameter",
      { file: expect.stringContaining("is none of: image/jpeg") },
    ]);
  }
  expect((await upload(Buffer.from("%PDF-1.7\n"), "application/octet-stream")).body.data.type).toBe("application/pdf");
  expect((await upload(Buffer.from("BEGIN:VCARD\r\nVERSION:3.0\r\n"), "image/png")).body.data.type).toBe("text/vcard");
  expect((await upload(Buffer.alloc(0))).body.data.params).toEqual({ file: "is empty" });
  expect((await upload(PNG, "text/html")).status).toBe(415);
});

test("a picture in a form is read like one that is the body, and the error for one without a type names the accepted types", async () => {
  const form = new FormData();
  form.set("file", new Blob([PNG, Buffer.alloc(3 * 1024 * 1024)], { type: "text/plain" }), "cat.txt");
  const sent = new Response(form);
  const { status, body } = await upload(Buffer.from(await sent.arrayBuffer()), sent.headers.get("content-type")!);
  expect([status, body.data]).toMatchObject([201, { type: "image/png", bytes: PNG.length + 3 * 1024 * 1024 }]);
  // As curl --data-binary sends it.
  for (const type of ["application/x-www-form-urlencoded", "image/svg+xml", "text/html"]) {
    const refused = await upload(PNG, type);
    expect([refused.status, refused.body.message]).toEqual([
      415,
      `${type} is not supported: send the file as image/jpeg.`,
    ]);
  }
});

test("a file that is too large is refused, and needs the right to send", async () => {
  const large = await upload(Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]));
  expect([large.status, large.body.code]).toEqual([413, "payload_too_large"]);
  const other = await service.userWith("svc_outbox");
  expect((await upload(PNG, "image/png", { as: other })).status).toBe(403);
});

test("the same file keeps its address; a key that was used for another file is refused", async () => {
  const one = Buffer.concat([PNG, Buffer.from("one")]);
  const first = await upload(one, "image/png", { headers: { "idempotency-key": "media-1" } });
  const again = await upload(one, "image/png", { headers: { "idempotency-key": "media-1" } });
  expect([again.status, again.body.data.url]).toEqual([201, first.body.data.url]);
  expect((await upload(one)).body.data.url).toBe(first.body.data.url);
  const other = await upload(PNG, "image/png", { headers: { "idempotency-key": "media-1" } });
  expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
  const { rows } = await service.pool.query("select count(*)::int as files from media where content = $1", [one]);
  expect(rows).toEqual([{ files: 1 }]);
});

test("its address is accepted in a message, though the service's own name may be private in here", async () => {
  const { body } = await upload(PNG);
  const send = (url: string) =>
    service.call("POST", "/send", { numbers: ["+15005550000"], message: "Look", media_urls: [url] }, { as: sender });
  expect((await send(body.data.url)).status).toBe(200);
  const other = await send("https://sms.internal/other.png");
  expect([other.status, Object.keys(other.body.data.params)]).toEqual([400, ["media_urls[0]"]]);
});

test("a user who may send cannot fill the disk: they upload at most 500 files within a day", async () => {
  const eager = await service.userWith("svc_sendsms");
  const mine = Buffer.concat([PNG, Buffer.from("mine")]);
  expect((await upload(mine, "image/png", { as: eager })).status).toBe(201);
  await service.pool.query(
    "insert into media (token, type, sha256, content, created_by) select 'many-' || n, 'image/png', int4send(n), '', created_by from media, generate_series(1, 499) n where content = $1",
    [mine],
  );
  const refused = await upload(Buffer.concat([PNG, Buffer.from("more")]), "image/png", { as: eager });
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
  expect((await upload(Buffer.concat([PNG, Buffer.from("others")]))).status).toBe(201);
});

test("an address that is guessed, mistyped or a path leads nowhere", async () => {
  for (const name of [
    "AAAAAAAAAAAAAAAAAAAAAA.png",
    "x.png",
    "..%2f..%2fetc%2fpasswd",
    "AAAAAAAAAAAAAAAAAAAAAA",
    "%00.png",
  ]) {
    expect([name, (await fetched(`https://sms.internal/m/${name}`)).status]).toEqual([name, 404]);
  }
});

test("a file that many fetch is read from the database once a minute, not once for each of them", async () => {
  const file = Buffer.concat([PNG, Buffer.from("for everyone")]);
  const { url } = (await upload(file)).body.data;
  expect((await fetched(url)).content.equals(file)).toBe(true);
  await service.pool.query("update media set content = 'other' where content = $1", [file]);
  const all = await Promise.all(Array.from({ length: 20 }, async () => fetched(url)));
  expect(all.filter(({ content }) => content.equals(file))).toHaveLength(20);
});

test("an old file is deleted, unless a message that is not finished, or was finished within a week, uses it", async () => {
  const [used, unused] = [Buffer.concat([PNG, Buffer.from("used")]), Buffer.concat([PNG, Buffer.from("unused")])];
  const urls = [(await upload(used)).body.data.url, (await upload(unused)).body.data.url];
  await service.call("POST", "/send", { numbers: ["+15005550000"], message: "Look", media_urls: [urls[0]] });
  await service.pool.query("update media set at = now() - interval '91 days' where content = any($1)", [
    [used, unused],
  ]);
  const db = await openDb({ url: service.pool.options.connectionString! }, { max: 1 });
  await service.pool.query("update media set used_at = now() - interval '61 minutes'");
  expect(await pruneMedia(db, 90, 100)).toBe(1);
  expect([(await fetched(urls[0])).status, (await fetched(urls[1])).status]).toEqual([200, 404]);
  const finish = (days: number) =>
    service.pool.query(
      "update messages set state = 'completed', finished_at = now() - make_interval(days => $1) where media <> '{}'",
      [days],
    );
  // The provider has the message, and fetches the file when it sends it, which may be days later.
  await finish(0);
  expect(await pruneMedia(db, 90, 100)).toBe(0);
  // Valid for a week, it left at its end.
  const accepted = uuidv7(Date.now() - 8 * 86_400_000);
  await service.pool.query("update messages set id = $1 where media = $2", [accepted, [urls[0]]]);
  await finish(1);
  expect(await pruneMedia(db, 90, 100)).toBe(0);
  await finish(8);
  expect(await pruneMedia(db, 90, 100)).toBe(1);
  await db.close();
});

/** Resolves when another session waits for a lock of this one. */
async function someoneWaitsFor(blocker: pg.PoolClient): Promise<void> {
  const waiting = "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))";
  await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBeGreaterThan(0);
}

/** With a transaction of its own, which is over afterwards in any case: a lock that stays would hold up all that follows. */
async function inTransaction(run: (blocker: pg.PoolClient) => Promise<void>): Promise<void> {
  const blocker = await service.pool.connect();
  try {
    await blocker.query("begin");
    await run(blocker);
  } finally {
    blocker.release(true);
  }
}

test("an old file stays while a message that names it is being stored", async () => {
  const file = Buffer.concat([PNG, Buffer.from("being used")]);
  const { url } = (await upload(file)).body.data;
  await service.pool.query("update media set at = now() - interval '91 days' where content = $1", [file]);
  const db = await openDb({ url: service.pool.options.connectionString! }, { max: 1 });
  await inTransaction(async (blocker) => {
    await blocker.query("lock table deliveries in exclusive mode");
    const sent = service.call("POST", "/send", { numbers: ["+15005550001"], message: "Look", media_urls: [url] });
    await someoneWaitsFor(blocker);
    expect(await pruneMedia(db, 90, 100)).toBe(0);
    await blocker.query("commit");
    expect((await sent).status).toBe(200);
  });
  await db.close();
  expect((await fetched(url)).status).toBe(200);
});

test("a message whose file is being deleted is refused", async () => {
  const file = Buffer.concat([PNG, Buffer.from("being deleted")]);
  const { url } = (await upload(file)).body.data;
  await inTransaction(async (blocker) => {
    await blocker.query("delete from media where content = $1", [file]);
    const sent = service.call("POST", "/send", { numbers: ["+15005550001"], message: "Look", media_urls: [url] });
    await someoneWaitsFor(blocker);
    await blocker.query("commit");
    expect((await sent).body.data.params).toEqual({ "media_urls[0]": "does not exist: its server says so" });
  });
});

test("a message with a file of this service that is not there is refused, whatever its gateway says about media", async () => {
  const { url } = (await upload(Buffer.concat([PNG, Buffer.from("gone")]))).body.data;
  const send = () =>
    service.call("POST", "/send", { numbers: ["+15005550000"], message: "Look", media_urls: [url] }, { as: sender });
  expect((await send()).status).toBe(200);
  await service.pool.query("delete from media where token = $1", [url.slice(-26, -4)]);
  const refused = await send();
  expect([refused.status, refused.body.data.params]).toEqual([
    400,
    { "media_urls[0]": "does not exist: its server says so" },
  ]);
});

test("without an address that providers reach, only a sandbox takes media", async () => {
  const bare = await startTestService({}, { workerLoops: false });
  const inSandbox = await bare.call("POST", "/media", undefined, {
    raw: PNG,
    headers: { "content-type": "image/png" },
  });
  expect(inSandbox.body.data.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/m\//);
  await bare.end();
  const real = await startTestService(
    { TIDINGS_GATEWAY: "twilio://AC00000000000000000000000000000000:token@default?from=+15005550006" },
    { workerLoops: false },
  );
  const refused = await real.call("POST", "/media", undefined, { raw: PNG, headers: { "content-type": "image/png" } });
  expect([refused.status, refused.body.code]).toEqual([409, "public_url_missing"]);
  await real.end();
});
