import type { Context, Hono } from "hono";

import { errors } from "#contract/errors";
import { DomainError } from "#domain/error";
import { SESSION_SECONDS } from "#domain/users/open-session";

import { provenanceOf } from "../provenance.ts";
import { sessionCookie, sessionToken } from "../session-cookie.ts";
import { guarded } from "./guarded.ts";
import { page, type Notice } from "./layout.ts";
import * as our from "./page-request.ts";
import type { PageDeps } from "./page-services.ts";
import { signInView } from "./sign-in-view.ts";

const PATH = "/profile/sign-in";
const PLAIN_HTTP = "Signing in works only over HTTPS: here your password could be read in transit.";
const SECOND_FACTOR = "Your account has a second factor. Sign in at the console, on the first page of this address.";

type Filled = { readonly login?: string; readonly next?: string };

/** GET and POST of the sign-in page. The response is the same for a wrong password and an unknown user. */
export function signInPages(app: Hono, services: Omit<PageDeps, "country" | "apiUrl" | "box">): void {
  const { people, clientOf } = services;
  app.get(
    PATH,
    guarded(async (c) => {
      const next = our.safeNext(c.req.query("next") ?? "");
      const client = clientOf(c.env, c.req.raw.headers);
      if (await people.sessionOf(sessionToken(c.req.raw, client))) return our.redirect(next);
      if (!client.confidential) return show(bad(PLAIN_HTTP), { next });
      return show(c.req.query("done") === "out" ? { text: "You are signed out." } : null, { next });
    }, services),
  );
  app.post(PATH, guarded(signIn, services));

  async function signIn(c: Context): Promise<Response> {
    const request = c.req.raw;
    const client = clientOf(c.env, request.headers);
    if (!client.confidential) return show(bad(PLAIN_HTTP), {}, 403);
    if (provenanceOf(request, client, services) !== "own")
      return show(bad("Please sign in on this page itself."), {}, 403);
    const field = await our.formFields(request);
    const filled = { login: field("login").trim().slice(0, 254), next: our.safeNext(field("next")) };
    const earlier = sessionToken(request, client) ?? null;
    try {
      const made = await people.signIn({ login: filled.login, password: field("password"), ip: client.ip, earlier });
      if (!made) return await show(bad("User name or password is wrong."), filled, 401);
      // The password was right: whoever knows it may learn that a code is needed.
      if ("challenge" in made) return await show(bad(SECOND_FACTOR), filled, 403);
      return our.redirect(filled.next, sessionCookie(made.token, SESSION_SECONDS, client));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const retry = error.facts["retry_after"];
      const headers: Record<string, string> = typeof retry === "number" ? { "Retry-After": `${retry}` } : {};
      return show(bad(error.message), filled, errors[error.code].status, headers);
    }
  }
}

function bad(text: string): Notice {
  return { text, bad: true };
}

function show(notice: Notice | null, { login = "", next = "/profile" }: Filled, status = 200, headers = {}) {
  return page({ title: "Sign in", body: signInView({ notice, login, next }), status }, headers);
}
