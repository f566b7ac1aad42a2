import type { Context, Hono } from "hono";

import { errors } from "#contract/errors";
import { password as passwordField } from "#contract/users";
import { capabilities, type Caller } from "#domain/access/capability";
import { Fault } from "#domain/fault";
import { readPhone } from "#domain/recipients/numbers";
import { inGroups } from "#domain/users/application-passwords";
import { SESSION_SECONDS } from "#domain/users/sign-in";

import type { Mount } from "../app.ts";
import { guarded } from "./guarded.ts";
import { page, type Notice } from "./layout.ts";
import * as our from "./page-request.ts";
import type { PageServices } from "./page-services.ts";
import { profileView, type ProfileView } from "./profile-view.ts";
import { signInPages } from "./sign-in.ts";

type Session = { readonly caller: Caller; readonly token: string };
type Field = (name: string) => string;
type Action = (session: Session, field: Field, c: Context) => Promise<Response>;

const DONE: Readonly<Record<string, string>> = {
  saved: "Saved.",
  revoked: "Revoked. Whoever still uses it is refused from now on.",
  password: "Your password is changed. All other sessions have ended.",
};

/** `/profile` and what belongs to it, for users of the built-in host. Works without any script. */
export function profilePages(services: PageServices): Mount {
  const { people } = services;

  async function show(session: Session, more: Partial<ProfileView> = {}, status = 200): Promise<Response> {
    const { caller, token } = session;
    const [user, passwords] = await Promise.all([
      people.user(caller.userId),
      people.applicationPasswords(caller, caller.userId),
    ]);
    const body = profileView({
      user,
      passwords,
      capabilities: capabilities.filter((capability) => caller.capabilities.has(capability)),
      token: people.formToken(token),
      notice: null,
      made: null,
      apiUrl: services.apiUrl,
      ...more,
    });
    return page({ title: "Profile", body, status });
  }

  async function sessionOf(request: Request): Promise<Session | null> {
    const token = our.sessionToken(request);
    const caller = await people.sessionOf(token);
    return caller && { caller, token: token! };
  }

  /** Session, same origin and form token are checked here, once for all forms; a refusal is told on the page itself. */
  function action(work: Action): (c: Context) => Promise<Response> {
    return async (c) => {
      const session = await sessionOf(c.req.raw);
      if (!session) return our.redirect("/profile/sign-in");
      const field = await our.formFields(c.req.raw);
      if (!our.fromOurPages(c.req.raw) || !our.sameText(field("token"), people.formToken(session.token))) {
        const notice = { text: "That form was not from this page. Nothing was changed.", bad: true };
        return show(session, { notice }, 403);
      }
      try {
        return await work(session, field, c);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return show(session, { notice: { text: error.message, bad: true } }, errors[error.code].status);
      }
    };
  }

  const save: Action = async ({ caller }, field) => {
    const name = field("name").trim();
    if (name === "" || name.length > 250) throw new Fault("invalid_parameter", "A name has 1 to 250 characters.");
    const text = field("phone").trim();
    const phone = text === "" ? null : readPhone("phone", text, services.country);
    if (typeof phone === "object" && phone !== null) {
      throw new Fault("invalid_parameter", `The phone number ${phone.message}.`);
    }
    await people.changeOwnProfile(caller, { name, phone });
    return our.redirect("/profile?done=saved");
  };

  const create: Action = async (session, field) => {
    const name = field("name").trim();
    if (name === "" || name.length > 250) throw new Fault("invalid_parameter", "Say what the password is for.");
    const { caller } = session;
    const made = await people.createApplicationPassword(caller, caller.userId, { name, appId: null });
    // Shown by this very answer: a redirect would have to carry the secret somewhere.
    return show(session, { made: { name, password: inGroups(made.password) } }, 201);
  };

  const revoke: Action = async ({ caller }, field) => {
    const uuid = field("uuid");
    if (!/^[0-9a-f-]{36}$/.test(uuid)) throw new Fault("not_found", "There is no such application password.");
    await people.revokeApplicationPassword(caller, caller.userId, uuid);
    return our.redirect("/profile?done=revoked");
  };

  const revokeAll: Action = async ({ caller }) => {
    await people.revokeApplicationPasswords(caller, caller.userId);
    return our.redirect("/profile?done=revoked");
  };

  const changePassword: Action = async ({ caller }, field, c) => {
    const next = field("next");
    if (!passwordField.safeParse(next).success) {
      throw new Fault("invalid_parameter", "A web password has 12 to 256 characters.");
    }
    const client = services.clientOf(c.env, c.req.raw.headers);
    const { token } = await people.changeOwnPassword(caller, { current: field("current"), next, ip: client.ip });
    return our.redirect("/profile?done=password", our.sessionCookie(token, SESSION_SECONDS, client));
  };

  const signOut: Action = async ({ token }, _field, c) => {
    await people.signOut(token);
    const client = services.clientOf(c.env, c.req.raw.headers);
    return our.redirect("/profile/sign-in?done=out", our.sessionCookie("", 0, client));
  };

  return (app: Hono) => {
    signInPages(app, services);
    app.get(
      "/profile",
      guarded(async (c) => {
        const session = await sessionOf(c.req.raw);
        if (!session) return our.redirect("/profile/sign-in");
        const done = DONE[c.req.query("done") ?? ""];
        const notice: Notice | null = done === undefined ? null : { text: done };
        return show(session, { notice });
      }, services),
    );
    const forms: readonly (readonly [string, Action])[] = [
      ["/profile", save],
      ["/profile/application-passwords", create],
      ["/profile/application-passwords/revoke", revoke],
      ["/profile/application-passwords/revoke-all", revokeAll],
      ["/profile/password", changePassword],
      ["/profile/sign-out", signOut],
    ];
    for (const [path, work] of forms) app.post(path, guarded(action(work), services));
  };
}
