import fc from "fast-check";
import { expect, test } from "vitest";

import { definitions } from "./index.ts";
import { prepareGateways } from "./open.ts";
import { redactGateways } from "./redact-gateways.ts";

const CANARY = "c4naryS3cret";
const prepare = (text: string) => prepareGateways(text, definitions);
const issues = (text: string) => {
  const result = prepare(text);
  return result.ok ? [] : result.issues;
};
const TWILIO = `twilio://AC0123:${CANARY}@default`;

test("a DSN gives its gateway a name, an id, abilities and a text without secrets", () => {
  const result = prepare(`${TWILIO}?from=+15005550006&name=main&rate=2.5&at_least_once=yes`);
  expect(result).toMatchObject({
    ok: true,
    route: { kind: "gateway", gateway: "main" },
    gateways: [
      {
        name: "main",
        id: "twilio",
        rate: 2.5,
        atLeastOnce: true,
        abilities: { media: true, flash: false },
        redactedDsn: "twilio://AC0123:•••@default?from=+15005550006&name=main&rate=2.5&at_least_once=yes",
      },
    ],
  });
});

test("gateways nest, and names are unique: given ones stay, the others are numbered around them", () => {
  const result = prepare(
    "failover( roundrobin(sandbox://default sandbox://default?name=sandbox-2)\n sandbox://default )",
  );
  expect(result).toMatchObject({
    ok: true,
    gateways: [{ name: "sandbox" }, { name: "sandbox-2" }, { name: "sandbox-3" }],
    route: {
      kind: "failover",
      members: [
        { kind: "roundrobin", members: [{ gateway: "sandbox" }, { gateway: "sandbox-2" }] },
        { kind: "gateway", gateway: "sandbox-3" },
      ],
    },
  });
});

test("rules, weights and names for DSNs that are defined elsewhere are read as they are typed", () => {
  const text = `by(country=DE,AT category=otp: ${TWILIO}?from=%2B1&name=main;
    prefix=+49151,+49160 : failover(spare main) ; else:roundrobin(3*sandbox://default?name=spare main);)`;
  expect(prepare(text)).toMatchObject({
    ok: true,
    gateways: [{ name: "main" }, { name: "spare" }],
    route: {
      kind: "by",
      rules: [
        {
          when: { countries: ["DE", "AT"], categories: ["otp"] },
          text: "country=DE,AT category=otp",
          route: { gateway: "main" },
        },
        {
          when: { prefixes: ["+49151", "+49160"] },
          route: { kind: "failover", members: [{ gateway: "spare" }, { gateway: "main" }] },
        },
        {
          when: {},
          route: { kind: "roundrobin", weights: [3, 1], members: [{ gateway: "spare" }, { gateway: "main" }] },
        },
      ],
    },
  });
  expect(redactGateways(text, definitions)).toBe(
    "by(country=DE,AT category=otp: twilio://AC0123:•••@default?from=%2B1&name=main; prefix=+49151,+49160: failover(spare main); else: roundrobin(3*sandbox://default?name=spare 1*main))",
  );
});

test("more routes than can be distinguished are refused", () => {
  // Each weighted pair is one of two routes, and doubles the routes of the whole.
  const pair = "roundrobin(2*a 1*b)";
  const resolvedRoutes = (pairs: number): string =>
    `failover(sandbox://default?name=a sandbox://default?name=b ${`by(category=otp: a; else: ${pair}) `.repeat(pairs)})`;
  expect(issues(resolvedRoutes(1))).toEqual([]);
  expect(issues(resolvedRoutes(9))).toEqual(["the setting leads to more than 64 routes"]);
});

test("a torn DSN is not shown because its piece looks like a name", () => {
  const text = `failover(sandbox://default?name=a ${CANARY.toLowerCase()})`;
  expect(issues(text).join()).not.toContain(CANARY.toLowerCase());
  expect(redactGateways(text, definitions)).not.toContain(CANARY.toLowerCase());
});

test.each([
  ["", "the setting is empty"],
  ["sandbox://default sandbox://default", "wrap them in failover(…) or roundrobin(…)"],
  ["failover(sandbox://default", "ends too early"],
  ["failover()", "has an empty failover()"],
  ["failover(sandbox://default))", "wrap them"],
  [")", "a closing bracket too many"],
  ["random(sandbox://default)", "neither failover( nor roundrobin("],
  [`${"failover(".repeat(20)}sandbox://default${")".repeat(20)}`, "nested deeper than 8"],
  [`failover(${"sandbox://default ".repeat(51)})`, "more than 50 gateways"],
  ["twilo://a:b@default", "did you mean twilio"],
  ["gibberish", "is not in the form"],
  ["sandbox://default?credits=5", "gateway (sandbox): credits is not a setting: did you mean credit"],
  ["sandbox://default?zzzzzzz=5", "zzzzzzz is not a setting"],
  ["sandbox://default?credit", "credit has no value"],
  ["sandbox://default?credit=", "credit is not a number"],
  ["sandbox://default?credit=1e3", "credit is not a number"],
  ["sandbox://default?credit=-1", "credit is not a number"],
  ["sandbox://default?credit=1&credit=2", "credit is given twice"],
  ["sandbox://default?dedup=perhaps", "dedup is neither yes nor no"],
  ["sandbox://default?name=Main", "name must be 1-40 of a-z"],
  ["sandbox://default?name=default", "name must not be"],
  ["sandbox://user@default", "username is not used here"],
  ["sandbox://default/path", "path is not used here"],
  ["sandbox://example.org", "host must be `default`"],
  ["sandbox://default?from=%zz", "from has a % that is not followed"],
  ["sandbox://default?from=%ff", "from has a % that is not followed"],
  ["sandbox://default?from=a%0d%0ab", "from contains a control character"],
  ["sandbox://default#x", "has a #: write it as %23"],
  ["sandbox://", "host must be"],
  ["twilio://AC1:x@host:99999?from=a", "host has a port outside 1-65535"],
  ["twilio://AC1:x@ho st?from=a", "wrap them"],
  ["twilio://AC1@default?from=a", "password is missing"],
  ["twilio://default?from=a", "username is missing"],
  ["twilio://AC1:x@default", "from is missing: give `from` or `messaging_service`"],
  ["twilio://SK1:x@default?from=a", "account is missing: an API key needs"],
  ["twilio://AC1:x@default?from=a&plain=true", "plain is not a setting"],
  ["twilio://AC1:x@default?from=a&__proto__=1", "is not a setting"],
  ["failover(sandbox://default?name=a sandbox://default?name=a)", "two gateways have the name a"],
  ["sandbox://default?name=route", "name must not be"],
  ["failover(sandbox://default?name=a b)", "gateway 2: dsn is not in the form"],
  ["failover(2*sandbox://default)", "has a weight in a failover(), before gateway 1"],
  ["roundrobin(0*sandbox://default)", "has a weight outside 1-100, before gateway 1"],
  ["by()", "has no else: at the end of by( number 1"],
  ["by(country=DE: sandbox://default)", "has no else:"],
  ["by(else: sandbox://default; country=DE: sandbox)", "has a rule behind else"],
  ["by(sandbox://default)", "rule 1 of by( number 1: it does not begin with country=, prefix=, category= or else:"],
  ["by(land=DE: sandbox://default; else: sandbox)", "does not begin with"],
  ["by(country=DE sandbox://default; else: sandbox)", "there is no colon between"],
  ["by(country=: sandbox://default; else: sandbox)", "country= has no value"],
  ["by(country=DE,XX: sandbox://default; else: sandbox)", "value 2 of country= is not a country"],
  ["by(country=de: sandbox://default; else: sandbox)", "value 1 of country= is not a country"],
  ["by(prefix=49151: sandbox://default; else: sandbox)", "value 1 of prefix= is not the beginning of a number"],
  ["by(category=news: sandbox://default; else: sandbox)", "value 1 of category= is not one of otp"],
  ["by(country=DE country=AT: sandbox://default; else: sandbox)", "country= appears twice"],
  ["by(country=DE: sandbox://default sandbox; else: sandbox)", "more than one gateway in rule 1"],
  ["by(country=DE: sandbox://default; else: by(country=AT: sandbox))", "at the end of by( number 2"],
  ["by(country=DE: sandbox://default; else: sandbox", "ends too early"],
  [`by(${"country=DE: sandbox://default; ".repeat(101)} else: sandbox)`, "more than 100 rules"],
])("%s is refused: %s", (text, sentence) => {
  expect(issues(text).join("; ")).toContain(sentence);
});

test("all issues of all gateways are reported at once, numbered", () => {
  expect(issues("failover(sandbox://default?credit=x&dedup=maybe twilio://default)")).toEqual([
    "gateway 1 (sandbox): credit is not a number",
    "gateway 1 (sandbox): dedup is neither yes nor no",
    "gateway 2 (twilio): username is missing",
    "gateway 2 (twilio): password is missing",
  ]);
});

test.each([
  [`twilio://AC1:${CANARY}@default`],
  [`twilio://AC1:${CANARY}/x@default?from=a`],
  [`twilio://AC1:x?${CANARY}@default`],
  [`twilio://AC1:x#${CANARY}@default`],
  [`twilio://AC1:x@${CANARY}@default?from=a`],
  [`twilio://AC1:x@default?${CANARY}=1`],
  [`twilio://AC1:x@default?AC1:${CANARY}@default`],
  [`twilio://AC1:x@default?messaging_service=${CANARY}`],
  [`twilio://AC1:x@default?from=a&name=${CANARY}`],
  [`twilio://AC1:x@default?from=a&signing_token=${CANARY}&signing_token=1`],
  [`twilio://AC1:${CANARY}%zz@default?from=a`],
  [`${CANARY}`],
  [`twilio:${CANARY}`],
  [`unknown://u:${CANARY}@h/p?q=${CANARY}`],
  [`failover(twilio://AC1:${CANARY}(x@default)`],
  [`sandbox://${CANARY}:${CANARY}@default`],
])("neither an error nor a redacted text gives away the secret of %s", (text) => {
  const said = issues(text).join("\n");
  expect(said).not.toBe("");
  expect(said).not.toContain(CANARY);
  // A value in a place that is never secret (a host, a name) may be shown; these texts have none there.
  if (!/messaging_service|name=|@c4nary/.test(text)) expect(redactGateways(text, definitions)).not.toContain(CANARY);
});

test("a redacted setting keeps its shape, so that an operator recognizes it", () => {
  const text = `failover(twilio://AC1:${CANARY}@default?from=+1500&signing_token=${CANARY} sandbox://default?credit=5)`;
  expect(redactGateways(text, definitions)).toBe(
    "failover(twilio://AC1:•••@default?from=+1500&signing_token=••• sandbox://default?credit=5)",
  );
});

test("percent-encoding reaches every part, and a plus sign stays one", () => {
  let seen: Record<string, unknown> = {};
  const spy = {
    ...definitions.find(({ id }) => id === "twilio")!,
    open: (given: Record<string, unknown>) => ((seen = given), {} as never),
  };
  const result = prepareGateways("twilio+http://AC1:p%40s%2Fs%3A%25@127.0.0.1:4010?from=+1%201", [spy]);
  if (!result.ok) throw new Error(result.issues.join());
  result.gateways[0]!.open({} as never);
  expect(seen).toMatchObject({ sid: "AC1", token: "p@s/s:%", host: "127.0.0.1:4010", plain: true, from: "+1 1" });
});

test("every example and recipe of every gateway is a DSN that works, and hides its secrets", () => {
  for (const { id, example, recipes = [] } of definitions) {
    for (const dsn of [example, ...recipes.map((recipe) => recipe.dsn)]) {
      const result = prepare(dsn);
      expect(result, `${id}: ${dsn}`).toMatchObject({ ok: true });
      if (result.ok) expect(result.gateways[0]!.redactedDsn).not.toMatch(/SECRET|PASSWORD|TOKEN(?!S)/);
    }
  }
});

const piece = fc.oneof(
  fc.constantFrom(
    "twilio://",
    "https://",
    "sandbox://default",
    "failover(",
    "roundrobin(",
    "by(",
    "country=DE:",
    "else:",
    ";",
    "3*",
    ")",
    " ",
    "@",
    ":",
    "/",
    "?",
    "&",
    "=",
    "%",
    "#",
    "[",
    "::1]",
  ),
  fc.string({ maxLength: 6 }),
);

test("no text makes the reader throw, and no error contains a secret word of it", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(12), (pieces, at) => {
      const text = pieces.toSpliced(at, 0, CANARY).join("");
      const result = prepare(text);
      if (!result.ok) expect(result.issues.join("\n")).not.toContain(CANARY);
      redactGateways(text, definitions);
    }),
    { numRuns: 2_000 },
  );
});

test("any password can be given by percent-encoding, arrives unchanged, and is nowhere in the printed DSN", () => {
  const twilio = definitions.find(({ id }) => id === "twilio")!;
  // Control characters are refused; a password within another word of the DSN proves nothing.
  const password = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/\p{C}/u.test(text));
  fc.assert(
    fc.property(password, (secret) => {
      let token: unknown;
      const spy = { ...twilio, open: (given: Record<string, unknown>) => ((token = given["token"]), {} as never) };
      const word = encodeURIComponent(secret).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
      const result = prepareGateways(`twilio://AC1:${CANARY}${word}@default?from=a`, [spy]);
      if (!result.ok) throw new Error(result.issues.join());
      result.gateways[0]!.open({} as never);
      expect(token).toBe(CANARY + secret);
      expect(result.gateways[0]!.redactedDsn).toBe("twilio://AC1:•••@default?from=a");
    }),
  );
});
