import type { Context, Hono } from "hono";

import { errors } from "#contract/errors";
import { password as passwordField } from "#contract/users";
import { capabilities } from "#domain/access/capability";
import { DomainError } from "#domain/error";
import { readPhone } from "#domain/recipients/numbers";
import { SESSION_SECONDS } from "#domain/users/open-session";

import type { Mount } from "../app.ts";
import { provenanceOf } from "../provenance.ts";
import { sessionCookie, sessionToken } from "../session-cookie.ts";
import { guarded } from "./guarded.ts";
import { page } from "./layout.ts";
import { newPasswordCookie } from "./new-password-cookie.ts";
import * as our from "./page-request.ts";
import type { PageDeps } from "./page-services.ts";
import { passwordForms, revokePages } from "./profile-passwords.ts";
import type { Action, Field, Form, Session, Shown } from "./profile-session.ts";
import { profileView } from "./profile-view.ts";
import { signInPages } from "./sign-in.ts";

const DONE: Readonly<Record<string, string>> = {
  saved: "Saved.",
  revoked: "Revoked. Programs that still use it are refused from now on.",
  restored: "Restored. It works again.",
  password: "Your password is changed. All other sessions have ended.",
};

/** `/profile` and what belongs to it, for users of the built-in host. Works without any script. A new password is shown once, on the page that its form redirects to. */
export function profilePages(services: PageDeps): Mount {
  const { people } = services;

  const cookies = newPasswordCookie(services.box);

  async function show({ caller, token }: Session, shown: Shown = {}, status = 200, headers = {}): Promise<Response> {
    const [user, passwords, revoked] = await Promise.all([
      people.user(caller.userId),
      people.applicationPasswords(caller, caller.userId),
      people.revokedApplicationPasswords(caller, caller.userId),
    ]);
    const body = profileView({
      user,
      passwords,
      revoked,
      capabilities: capabilities.filter((capability) => caller.capabilities.has(capability)),
      token: people.formToken(token),
      apiUrl: services.apiUrl,
      shown,
    });
    return page({ title: "Profile", body, status }, headers);
  }

  async function sessionOf(c: Context): Promise<Session | null> {
    const client = services.clientOf(c.env, c.req.raw.headers);
    const token = sessionToken(c.req.raw, client);
    const caller = await people.sessionOf(token);
    return caller && { caller, token: token!, client };
  }

  function signedIn(work: (session: Session, c: Context) => Promise<Response>): (c: Context) => Promise<Response> {
    return guarded(async (c) => {
      const session = await sessionOf(c);
      return session ? work(session, c) : our.redirect("/profile/sign-in");
    }, services);
  }

  /** Session, same origin and form token are checked here, once for all forms; a refusal is shown on the page itself. */
  function action({ work, wrong }: Form): (c: Context) => Promise<Response> {
    return signedIn(async (session, c) => {
      const field = await our.formFields(c.req.raw);
      const isOurs = provenanceOf(c.req.raw, session.client, services) === "own";
      if (!isOurs || !our.sameText(field("token"), people.formToken(session.token))) {
        const notice = { text: "That form did not come from this page. Nothing was changed.", bad: true };
        return show(session, { notice }, 403);
      }
      try {
        return await work(session, field, c);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const notice = { text: error.message, bad: true };
        const at = wrong ?? error.details[0]?.field ?? null;
        return show(session, { notice, wrong: at, typed: typedInto(at, field) }, errors[error.code].status);
      }
    });
  }

  const save: Action = async ({ caller }, field) => {
    const name = field("name").trim();
    if (name === "" || name.length > 250) throw issueAt("name", "A name has 1 to 250 characters.");
    const text = field("phone").trim();
    const phone = text === "" ? null : readPhone("phone", text, services.country);
    if (typeof phone === "object" && phone !== null) {
      throw issueAt("phone", `The phone number ${phone.message}.`);
    }
    await people.changeOwnProfile(caller, { name, phone });
    return our.redirect("/profile?done=saved");
  };

  const changePassword: Action = async ({ caller, client }, field) => {
    const next = field("next");
    if (!passwordField.safeParse(next).success) {
      throw issueAt("next", "A web password has 12 to 256 characters.");
    }
    const { token } = await people.changeOwnPassword(caller, { current: field("current"), next, ip: client.ip });
    return our.redirect("/profile?done=password", sessionCookie(token, SESSION_SECONDS, client));
  };

  const signOut: Action = async ({ token, client }) => {
    await people.signOut(token);
    return our.redirect("/profile/sign-in?done=out", sessionCookie("", 0, client));
  };

  return (app: Hono) => {
    signInPages(app, services);
    app.get(
      "/profile",
      signedIn(async (session, c) => {
        const place = { session: session.token, client: session.client };
        const made = cookies.read(c.req.raw, place);
        if (made) return show(session, { made }, 200, { "Set-Cookie": cookies.end(session.client) });
        const done = DONE[c.req.query("done") ?? ""];
        return show(session, done === undefined ? {} : { notice: { text: done } });
      }),
    );
    revokePages(app, services, signedIn);
    const forms: readonly Form[] = [
      { path: "/profile", work: save },
      ...passwordForms(services, cookies),
      { path: "/profile/password", work: changePassword },
      { path: "/profile/sign-out", work: signOut },
    ];
    for (const form of forms) app.post(form.path, action(form));
  };
}

function issueAt(field: string, sentence: string): DomainError {
  return new DomainError("invalid_parameter", sentence, [{ field, code: "invalid_format", message: "is not right" }]);
}

/** The values put back into a refused form. Passwords must be typed again. */
function typedInto(at: string | null, field: Field): Readonly<Record<string, string>> {
  if (at === "for") return { for: field("name") };
  return at === "name" || at === "phone" ? { name: field("name"), phone: field("phone") } : {};
}
