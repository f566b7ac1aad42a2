import { expect, test } from "vitest";

import { openQuietly } from "../../../test/conformance/gateways/kit/base.ts";
import { providerCall } from "../../../test/support/providers/provider-call.ts";

import { http } from "../adapters/http.ts";
import { formOf } from "./calls.ts";

/** A call whose form is written by the platform, as curl writes it for a list of fields. */
async function calling(fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = new Response(form);
  return providerCall({
    headers: { "content-type": response.headers.get("content-type")! },
    body: Buffer.from(await response.arrayBuffer()).toString("latin1"),
  });
}
const read = (body: string, type = "multipart/form-data; boundary=x") =>
  Object.fromEntries(formOf(providerCall({ headers: { "Content-Type": type }, body })));

test("a reply and a receipt in a multipart form are read", async () => {
  const gateway = openQuietly(
    'http://u:p@127.0.0.1:1/?body={"to":"{to}"}&id=/id&receipt_state=status&receipt_id=id&receipt_delivered=ok&inbound_from=from&inbound_text=text',
    [http],
  );
  const text = "Ärger: STOP\r\n--no boundary\r\n\r\n+ & %41";
  expect(await gateway.receive!(await calling({ from: "+447400123456", text }))).toMatchObject({
    inbound: [{ from: "+447400123456", text }],
  });
  expect(await gateway.receive!(await calling({ id: "m1", status: "ok" }))).toMatchObject({
    receipts: [{ providerId: "m1", state: "delivered" }],
  });
});

test("a file in it is not a field", async () => {
  expect(Object.fromEntries(formOf(await calling({ a: "1", picture: new Blob(["text"]), b: "" })))).toEqual({
    a: "1",
    b: "",
  });
});

test("a boundary may be in quotation marks, and a name without them", () => {
  const part = (name: string, text: string): string =>
    `--a b\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${text}\r\n`;
  expect(
    read(`${part('"to"', "1")}${part("from", "2")}--a b--\r\n`, 'Multipart/Form-Data; charset=utf-8; boundary="a b"'),
  ).toEqual({
    to: "1",
    from: "2",
  });
});

test("what is no multipart form has no fields", () => {
  expect(read("")).toEqual({});
  expect(read("--x\r\n\r\n\r\n--x--")).toEqual({});
  expect(read("--x--")).toEqual({});
  expect(read("--y\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--y--")).toEqual({});
  expect(read("a=1", "multipart/form-data")).toEqual({ a: "1" });
});

test("a form of a megabyte of boundaries is read in no time", () => {
  expect(read("--x\r\n".repeat(200_000))).toEqual({});
});
