import { expect, test } from "vitest";

import { networkOf, parseAddress, parseBlock, within } from "./ip.ts";

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
  ["::ffff:7f00:1", "127.0.0.1"],
  ["0:0:0:0:0:ffff:7f00:0001", "127.0.0.1"],
  ["[::1]", "::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::", "::"],
  ["64:ff9b::10.0.0.1", "64:ff9b::a00:1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"],
])("%s is read as the address it reaches", (text, reached) => {
  expect(parseAddress(text)?.toString()).toBe(reached);
});

test.each([
  "",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "256.0.0.1",
  "1.2.3.4.5",
  ":::",
  "g::1",
])("%j is not an address", (text) => {
  expect(parseAddress(text)).toBeNull();
});

test("a block contains its first and last address and neither neighbor", () => {
  const block = parseBlock("172.16.0.0/12")!;
  const holds = (text: string) => within([block], parseAddress(text)!);
  expect(["172.16.0.0", "172.31.255.255", "::ffff:172.20.0.1"].map(holds)).toEqual([true, true, true]);
  expect(["172.15.255.255", "172.32.0.0", "::1"].map(holds)).toEqual([false, false, false]);
});

test("a block may be one address, everything, or written as mapped IPv6", () => {
  expect(within([parseBlock("10.1.2.3")!], parseAddress("10.1.2.3")!)).toBe(true);
  expect(within([parseBlock("0.0.0.0/0")!], parseAddress("8.8.8.8")!)).toBe(true);
  expect(within([parseBlock("::ffff:10.0.0.0/104")!], parseAddress("10.9.9.9")!)).toBe(true);
});

test("a block of one family contains nothing of the other", () => {
  const all = ["10.0.0.1", "::ffff:10.0.0.1", "2a00::1"].map((text) => parseAddress(text)!);
  expect(all.map((address) => within([parseBlock("::/0")!], address))).toEqual([false, false, true]);
  expect(all.map((address) => within([parseBlock("0.0.0.0/0")!], address))).toEqual([true, true, false]);
});

test.each(["10.0.0.0/33", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "host/8", "::ffff:10.0.0.0/8"])(
  "%s is not a block",
  (text) => {
    expect(parseBlock(text)).toBeNull();
  },
);

test("neighbors in one IPv6 network count as one address, IPv4 in IPv6 as IPv4", () => {
  expect(networkOf("2001:db8::1")).toBe(networkOf("2001:0db8:0:0:ffff::2"));
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8:0:2::1"));
  expect(networkOf("::1")).toBe("0:0:0:0");
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  // As some proxies write it: it shares a network with no other address.
  expect(networkOf("::FFFF:c000:201")).toBe("192.0.2.1");
  expect(networkOf("0:0:0:0:0:ffff:c000:0201")).toBe("192.0.2.1");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0");
});

test("an IPv4-compatible address, which resolvers write as ::8.8.8.8, is not the IPv4 address: nothing is reached there", () => {
  expect(parseAddress("::8.8.8.8")!.kind()).toBe("ipv6");
  expect(parseAddress("::8.8.8.8")!.toString()).toBe(parseAddress("::808:808")!.toString());
});
