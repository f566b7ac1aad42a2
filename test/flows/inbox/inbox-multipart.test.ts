import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let url: string;
beforeAll(async () => {
  const dsn =
    'http://u:p@127.0.0.1:1/?name=main&body={"to":"{to}"}&ok_status=200&id=/id&inbound_from=from&inbound_text=text';
  service = await startTestService({ TIDINGS_GATEWAY: dsn });
  url = (await service.call("GET", "/gateways/main")).body.data.receipt_url;
});
afterAll(() => service.end());

const PICTURE = new Blob([Uint8Array.from({ length: 2_000 }, (_, nth) => (nth * 37) % 256)]);

test.each([
  ["+33600000001", "ARRÊT"],
  ["+79161234567", "СТОП"],
])("a STOP of %s beside a picture in a multipart form is honored: %s", async (from, text) => {
  const form = new FormData();
  form.append("picture", PICTURE, "photo.jpg");
  form.append("from", from);
  form.append("text", text);
  expect((await service.app.request(url, { method: "POST", body: form })).status).toBe(200);
  const { rows } = await service.pool.query("select body from inbox where sender = $1", [from]);
  expect(rows).toEqual([{ body: text }]);
  expect((await service.pool.query("select from suppressions where phone = $1", [from])).rowCount).toBe(1);
});

test("an old program's form in Latin 1 is read, too", async () => {
  const part = (name: string, text: string): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const body = Buffer.from(`${part("from", "+33600000002")}${part("text", "ARRÊT")}--x--\r\n`, "latin1");
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await service.app.request(url, { method: "POST", body, headers })).status).toBe(200);
  const { rows } = await service.pool.query("select body from inbox where sender = '+33600000002'");
  expect(rows).toEqual([{ body: "ARRÊT" }]);
});
