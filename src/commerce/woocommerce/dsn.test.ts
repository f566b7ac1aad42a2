import { describe, expect, test } from "vitest";

import { readShopDsn } from "./dsn.ts";

describe("the DSN of a shop", () => {
  test.each([
    ["https://ck:cs@shop.example", /must be none, platform, or like woocommerce\+https/],
    ["woocommerce+https://shop.example", /needs KEY:SECRET/],
    ["woocommerce+http://anna:pass@shop.example", /in clear/],
    ["woocommerce+https://ck_1:cs_1@shop.example?guest=true", /unknown option guest/],
    ["woocommerce+https://ck_1:cs_1@shop.example?guests=maybe", /true or false/],
    ["woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=short", /at least 16/],
    ["woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=%26amp%3B%26amp%3B%26amp%3Bshort", /at least 16/],
    ["woocommerce+https://ck_1:cs_1@shop.example?look_minutes=", /number from 0/],
    ["woocommerce+https://ck_1:cs_1@shop.example?look_minutes=1e2", /number from 0/],
    ["woocommerce+https://ck_1:cs_1@shop.example?per_day=", /numbers from 1/],
    ["woocommerce+https://ck_1:cs_1@shop.example?per_day=0", /numbers from 1/],
    ["woocommerce+https://ck_1:cs_1@shop.example?staff_per_day=10001", /numbers from 1/],
    ["woocommerce+https://ck_1:cs_1@shop.example?staff_per_day=99999999999999999999", /numbers from 1/],
    ["woocommerce+https://ck_1:cs_1@shop.example?auth=token", /key or password/],
    ["woocommerce+https://ck_1:cs_1@shop.example?look_minutes=-1", /number from 0/],
    ["woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=aaaaaaaaaaaaaaaaaa&short9Zx=1", /percent-encoded/],
    ["woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=aaaaaaaaaaaaaaaaaa#short&guests=true", /written %23/],
    ["woocommerce+https://ck_1:cs_1@shop.example?guests=true&guests=false", /names guests twice/],
    ["woocommerce+https://ck_1:cs_1@shop.example?home=shop.example", /home must be the shop's address/],
    ["woocommerce+https://ck_1:cs_1@shop.example?home=https://a:cs_1@shop.example", /home must be the shop's address/],
  ])("%s is refused, without its secret", (dsn, words) => {
    const read = readShopDsn(dsn);
    expect(read.ok ? null : read.error).toMatch(words);
    expect(JSON.stringify(read)).not.toMatch(/cs_1|pass@|short/);
  });

  test("a plus in a secret is a plus, and if the shop's calls are accepted, lost ones are polled for", () => {
    const read = (options: string) => {
      const settings = readShopDsn(`woocommerce+https://ck_1:cs_1@shop.example${options}`);
      if (!settings.ok) throw new Error(settings.error);
      return settings.value;
    };
    const usual = read("?webhook_secret=a+b%2Bc%26d0123456789");
    expect([usual.webhookSecret!.reveal(), usual.lookMinutes]).toEqual(["a+b+c&d0123456789", 15]);
    expect(read("?webhook_secret=0123456789abcdef&look_minutes=0").lookMinutes).toBe(0);
    expect(read("").lookMinutes).toBe(0);
  });

  test("a shop below a path, with a port, keeps both", () => {
    const read = readShopDsn("woocommerce+https://anna:a%20b@example.com:8443/shop/?name=Anna%27s");
    expect(read.ok && { ...read.value, password: read.value.password.reveal() }).toMatchObject({
      site: "https://example.com:8443/shop",
      user: "anna",
      password: "a b",
      auth: "password",
      siteName: "Anna's",
    });
  });
});
