import { afterAll, beforeAll, expect, test } from "vitest";

import { consoleOf, type ConsoleReply } from "../support/people/console-session.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const PASSWORD = "correct horse battery";
const GUESSES = 400;
let service: TestService;
let login: string;
let email: string;
const call = consoleOf(() => service.app);

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  login = (await service.userWith()).user;
  email = `${login}@example.com`;
  const { id } = (await service.people.userCalled(login))!;
  await service.people.changeUser(service.people.operator, id, { password: PASSWORD, email });
});
afterAll(() => service.end());

const signIn = (ip: string, given: { readonly login: string; readonly password: string }): Promise<ConsoleReply> =>
  call("POST", "/session", given, { ip, encrypted: true });

test("guesses from any number of networks keep nobody waiting who has signed in before, and wait in a short line themselves", async () => {
  const home = "198.51.100.20";
  expect((await signIn(home, { login, password: PASSWORD })).status).toBe(200);
  // A customer of a provider has 65,536 networks of IPv6, each with its own limit.
  const guesses: ConsoleReply[] = [];
  const flood = Promise.all(
    Array.from({ length: GUESSES }, async (_, nth) => {
      const given = { login: `user-${nth}`, password: "wrong password" };
      guesses.push(await signIn(`2001:db8:1:${nth.toString(16)}::1`, given));
    }),
  );
  await expect.poll(() => guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  // By either name of the account.
  expect((await signIn(home, { login: email, password: PASSWORD })).status).toBe(200);
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThan(50);
  await flood;
  const statuses = Map.groupBy(guesses, ({ status }) => status);
  expect([...statuses.keys()].toSorted()).toEqual([401, 429]);
  const [refused] = statuses.get(429)!;
  expect([refused!.body.code, Number(refused!.headers.get("retry-after"))]).toEqual(["too_many_requests", 3]);
  expect(refused!.body.message).toBe("Too many people are signing in. Try again in 3 s.");
});
