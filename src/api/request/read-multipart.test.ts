import { expect, test } from "vitest";

import { readMultipart } from "./read-multipart.ts";

const TYPE = "multipart/form-data; boundary=edge";
const part = (name: string, value: string): string =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const read = async (form: string | Buffer) =>
  new Map(await readMultipart(Buffer.from(form), TYPE, { files: new Map(), mostFields: 20_000 }));

test("a replacement character that was sent is text, and bytes that are not UTF-8 are refused, whatever else has one", async () => {
  const sent = `${part("a", "same \u{fffd}")}${part("b\u{fffd}", "same \u{fffd}")}`;
  expect(await read(`${sent}--edge--`)).toEqual(
    new Map([
      ["a", "same \u{fffd}"],
      ["b\u{fffd}", "same \u{fffd}"],
    ]),
  );
  const broken = Buffer.concat([Buffer.from(`${sent}${part("c", "same ").slice(0, -2)}`), Buffer.from([0xe9])]);
  await expect(read(Buffer.concat([broken, Buffer.from("\r\n--edge--")]))).rejects.toThrow("The form is not UTF-8.");
});

test("a form of many texts with a replacement character is read about as fast as another", async () => {
  const took = async (sign: string): Promise<number> => {
    const texts = Array.from({ length: 5_000 }, (_, nth) => part(`a${nth}`, `${nth} ${sign}`)).join("");
    const form = Buffer.from(`${part("long", "x".repeat(7_000_000))}${texts}--edge--`);
    const since = performance.now();
    expect((await read(form)).size).toBe(5_001);
    return performance.now() - since;
  };
  await took("e");
  const plain = await took("e");
  expect(await took("\u{fffd}")).toBeLessThan(5 * plain + 100);
});
