import { describe, expect, test } from "vitest";

import { clientReader } from "./client-address.ts";

const from = (remoteAddress: string, encrypted = false) => ({ incoming: { socket: { remoteAddress, encrypted } } });
const headers = (forwarded: string, proto = "https") =>
  new Headers({ "x-forwarded-for": forwarded, "x-forwarded-proto": proto });

describe("without a trusted proxy", () => {
  const read = clientReader([]);
  test("forwarded headers are not trusted", () => {
    expect(read(from("192.0.2.1"), headers("127.0.0.1"))).toMatchObject({ ip: "192.0.2.1", confidential: false });
  });
  test("TLS and loopback are private, anything else is not", () => {
    expect(read(from("192.0.2.1", true), new Headers()).confidential).toBe(true);
    expect(read(from("::ffff:127.0.0.1"), new Headers())).toMatchObject({ ip: "127.0.0.1", confidential: true });
    expect(read(from("::1"), new Headers()).confidential).toBe(true);
    expect(read(from("10.0.0.1"), new Headers()).confidential).toBe(false);
  });
});

describe("behind a trusted proxy", () => {
  const read = clientReader(["10.0.0.0/8", "2001:db8::/32"]);
  const proxy = from("10.0.0.1");
  test("the last address that is not one of our proxies counts, whatever the client wrote before it", () => {
    expect(read(proxy, headers("127.0.0.1, 198.51.100.7")).ip).toBe("198.51.100.7");
    expect(read(proxy, headers("1.1.1.1, 198.51.100.7, 10.1.2.3")).ip).toBe("198.51.100.7");
    expect(read(from("2001:db8::1"), headers("198.51.100.7")).ip).toBe("198.51.100.7");
  });
  test("an address with its port is that address", () => {
    expect(read(proxy, headers("1.1.1.1, 198.51.100.7:51234")).ip).toBe("198.51.100.7");
    expect(read(proxy, headers("1.1.1.1, [2a00::7]:51234")).ip).toBe("2a00::7");
    expect(read(proxy, headers("[2a00::7]")).ip).toBe("2a00::7");
  });
  test("an unreadable entry is not skipped: behind it is only what the client wrote itself", () => {
    expect(read(proxy, headers("1.1.1.1, unknown")).ip).toBe("10.0.0.1");
    expect(read(proxy, headers("1.1.1.1, _hidden, 10.1.2.3")).ip).toBe("10.1.2.3");
    expect(read(proxy, headers("")).ip).toBe("10.0.0.1");
  });
  test("only the proxy's own statement of the protocol counts", () => {
    expect(read(proxy, headers("198.51.100.7", "https, http")).confidential).toBe(false);
    expect(read(proxy, headers("198.51.100.7", "http")).confidential).toBe(false);
    expect(read(proxy, new Headers()).confidential).toBe(false);
    expect(read(from("192.0.2.1"), headers("198.51.100.7")).confidential).toBe(false);
  });
});

test("an entry that is not an address is named", () => {
  for (const entry of ["localhost", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/8/8", "::1/129"]) {
    expect(() => clientReader([entry])).toThrow(`TIDINGS_TRUSTED_PROXIES: "${entry}"`);
  }
});
