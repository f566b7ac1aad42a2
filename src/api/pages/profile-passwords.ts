import type { Context, Hono } from "hono";

import { DomainError } from "#domain/error";
import { inGroups } from "#domain/users/application-passwords";

import { page } from "./layout.ts";
import type { NewPasswordCookie } from "./new-password-cookie.ts";
import * as our from "./page-request.ts";
import type { PageDeps } from "./page-services.ts";
import type { Action, Form, Session } from "./profile-session.ts";
import { revokeView } from "./revoke-view.ts";

const PATH = "/profile/application-passwords";

/** The profile's actions on application passwords: created and shown once, revoked after confirmation, and restored. */
export function passwordForms({ people }: Pick<PageDeps, "people">, cookies: NewPasswordCookie): readonly Form[] {
  const create: Action = async ({ caller, token, client }, field) => {
    const name = field("name").trim();
    if (name === "" || name.length > 250) throw new DomainError("invalid_parameter", "Say what the password is for.");
    const made = await people.createApplicationPassword(caller, caller.userId, { name, appId: null });
    const shown = { uuid: made.uuid, name, password: inGroups(made.password) };
    // Redirected, so that a reload does not create a second one.
    return our.redirect("/profile?done=made", cookies.keep(shown, { session: token, client }));
  };

  const revoke: Action = async ({ caller }, field) => {
    await people.revokeApplicationPassword(caller, caller.userId, uuidOf(field("uuid")));
    return our.redirect("/profile?done=revoked");
  };

  const revokeAll: Action = async ({ caller }) => {
    await people.revokeApplicationPasswords(caller, caller.userId);
    return our.redirect("/profile?done=revoked");
  };

  const restore: Action = async ({ caller }, field) => {
    await people.restoreApplicationPassword(caller, caller.userId, uuidOf(field("uuid")));
    return our.redirect("/profile?done=restored");
  };

  return [
    { path: PATH, work: create, wrong: "for" },
    { path: `${PATH}/revoke`, work: revoke },
    { path: `${PATH}/revoke-all`, work: revokeAll },
    { path: `${PATH}/restore`, work: restore },
  ];
}

/** The confirmation pages before something is revoked. */
export function revokePages(
  app: Hono,
  { people }: Pick<PageDeps, "people">,
  signedIn: (work: (session: Session, c: Context) => Promise<Response>) => (c: Context) => Promise<Response>,
): void {
  const passwordsOf = ({ caller }: Session) => people.applicationPasswords(caller, caller.userId);
  const tokenOf = ({ token }: Session): string => people.formToken(token);

  app.get(
    `${PATH}/revoke`,
    signedIn(async (session, c) => {
      const uuid = uuidOf(c.req.query("uuid") ?? "");
      const passwords = (await passwordsOf(session)).filter((one) => one.uuid === uuid);
      if (passwords.length === 0) throw noPassword();
      const body = revokeView({ passwords, action: `${PATH}/revoke`, uuid, token: tokenOf(session) });
      return page({ title: "Revoke", body });
    }),
  );
  app.get(
    `${PATH}/revoke-all`,
    signedIn(async (session) => {
      const passwords = await passwordsOf(session);
      if (passwords.length === 0) return our.redirect("/profile");
      const body = revokeView({ passwords, action: `${PATH}/revoke-all`, uuid: null, token: tokenOf(session) });
      return page({ title: "Revoke all", body });
    }),
  );
}

function uuidOf(text: string): string {
  if (!/^[0-9a-f-]{36}$/.test(text)) throw noPassword();
  return text;
}

function noPassword(): DomainError {
  return new DomainError("not_found", "There is no such application password. It may have been revoked already.");
}
