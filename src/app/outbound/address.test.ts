import { expect, test } from "vitest";

import { contains, parseAddress, parseBlock } from "./address.ts";

test.each([
  ["127.0.0.1", 4, 0x7f000001n],
  ["::ffff:127.0.0.1", 4, 0x7f000001n],
  ["::ffff:7f00:1", 4, 0x7f000001n],
  ["0:0:0:0:0:ffff:7f00:0001", 4, 0x7f000001n],
  ["[::1]", 6, 1n],
  ["fe80::1%eth0", 6, 0xfe800000000000000000000000000001n],
  ["::", 6, 0n],
  ["64:ff9b::10.0.0.1", 6, 0x0064ff9b00000000000000000a000001n],
  ["2001:db8:1:2:3:4:5:6", 6, 0x20010db8000100020003000400050006n],
])("%s is read as the address it reaches", (text, family, value) => {
  expect(parseAddress(text)).toEqual({ family, value });
});

test.each(["", "localhost", "127.1", "256.0.0.1", "1.2.3.4.5", ":::", "g::1"])("%j is no address", (text) => {
  expect(parseAddress(text)).toBeNull();
});

test("a block holds its first and last address and neither neighbour", () => {
  const block = parseBlock("172.16.0.0/12")!;
  const holds = (text: string) => contains(block, parseAddress(text)!);
  expect(["172.16.0.0", "172.31.255.255", "::ffff:172.20.0.1"].map(holds)).toEqual([true, true, true]);
  expect(["172.15.255.255", "172.32.0.0", "::1"].map(holds)).toEqual([false, false, false]);
});

test("a block may be one address, everything, or written as mapped IPv6", () => {
  expect(contains(parseBlock("10.1.2.3")!, parseAddress("10.1.2.3")!)).toBe(true);
  expect(contains(parseBlock("0.0.0.0/0")!, parseAddress("8.8.8.8")!)).toBe(true);
  expect(contains(parseBlock("::ffff:10.0.0.0/104")!, parseAddress("10.9.9.9")!)).toBe(true);
});

test.each(["10.0.0.0/33", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "host/8", "::ffff:10.0.0.0/8"])(
  "%s is no block",
  (text) => {
    expect(parseBlock(text)).toBeNull();
  },
);
