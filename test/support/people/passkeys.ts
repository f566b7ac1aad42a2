import { expect } from "vitest";

import type { TestService } from "../service/test-service.ts";
import { consoleOf, type ConsoleReply, type Origin } from "./console-session.ts";
import { type Forgery, softwareAuthenticator, type SoftwarePasskey } from "./software-authenticator.ts";

export const PASSWORD = "correct horse battery";
export const HOST = "sms.example.org";
export const ORIGIN = `https://${HOST}`;

let addresses = 0;
/** A page of the service. Every visitor has an address of their own: the limits of addresses have their own test. */
export const somewhere = (origin = ORIGIN): Origin => ({
  ip: `203.0.113.${(addresses += 1)}`,
  encrypted: true,
  headers: { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", host: new URL(origin).host, origin },
});

/** The reply to every kind of fault. */
export function expectRefused(reply: ConsoleReply): void {
  expect([reply.status, reply.body.code, reply.body.message, reply.setCookie]).toEqual([
    401,
    "unauthorized",
    "The passkey is not accepted, or the sign-in took too long.",
    null,
  ]);
  expect(reply.body.data).toEqual({ status: 401, params: {}, details: [] });
}

/** People of a service who have passkeys. */
export function passkeysOf(service: () => TestService) {
  const call = consoleOf(() => service().app);
  const device = softwareAuthenticator(ORIGIN);

  async function newUser() {
    const { user } = await service().userWith();
    const { people } = service();
    const { id } = (await people.userCalled(user))!;
    await people.changeUser(people.operator, id, { password: PASSWORD });
    const from = somewhere();
    const reply = await call("POST", "/session", { login: user, password: PASSWORD }, from);
    return { userId: id, user, own: { ...from, cookie: reply.cookie! } };
  }

  const begin = (own: Origin, name = "Laptop", password = PASSWORD) =>
    call("POST", "/users/me/passkeys/options", { name, password }, own);

  async function add(own: Origin, name = "Laptop") {
    const options = await begin(own, name);
    const { passkey, credential } = device.create(options.body.data);
    const added = await call("POST", "/users/me/passkeys", { name, credential }, own);
    expect([added.status, added.body.message]).toEqual([201, `Passkey ${name} added.`]);
    return { passkey, id: added.body.data.id as string };
  }

  async function userWithPasskey() {
    const user = await newUser();
    return { ...user, ...(await add(user.own)) };
  }

  const ask = (from: Origin) => call("POST", "/session/passkey/options", {}, from);

  async function signIn(passkey: SoftwarePasskey, forged: Forgery = {}, from = somewhere()) {
    const options = await ask(from);
    return call("POST", "/session/passkey", { credential: device.get(options.body.data, passkey, forged) }, from);
  }

  return { call, device, newUser, begin, add, userWithPasskey, ask, signIn };
}
