import { html } from "hono/html";

import type { NonceStore } from "#domain/access/nonce-store";
import type { PlatformSignIn } from "#domain/access/platform-sign-in";
import { SESSION_SECONDS } from "#domain/users/open-session";
import type { PlatformSessions } from "#domain/users/platform-sessions";

import type { Mount } from "../../app.ts";
import type { ApiDeps, Client } from "../../services.ts";
import { sessionCookie, sessionToken } from "../../access/session-cookie.ts";
import { page, type Html } from "../layout.ts";
import { begunSignIn, ownPath, signInCookie } from "./sign-in-cookie.ts";

const BEGIN = "/sign-in";
const RETURN = "/sign-in/return";
/** Shown in a tab that was opened only to sign in. */
const DONE = "/sign-in/done";

export type PlatformSignInDeps = Pick<ApiDeps, "clientOf" | "isDatabaseDown" | "log"> & {
  readonly signIn: PlatformSignIn;
  readonly sessions: PlatformSessions;
  readonly nonces: NonceStore;
  /** 22 characters of base64url. */
  readonly newState: () => string;
  /** Where people find this service: TIDINGS_PUBLIC_URL, or the address that it listens on. */
  readonly ownUrl: string;
};

/**
 * Signing in to the console at the platform: `/sign-in` sends the browser there, and `/sign-in/return` is where the
 * platform sends it back with a signed statement of who is at it.
 *
 * The address to return to is made of our own settings and is signed: taken from the Host header, it would let anyone
 * have a statement sent to their own host. The state is in the browser's cookie and in the statement: an address with a
 * statement, sent to another person, does not sign them in as its owner.
 */
export function platformSignInMount(deps: PlatformSignInDeps): Mount {
  const { signIn, sessions, nonces } = deps;
  const own = deps.ownUrl.replace(/\/+$/, "");
  const returnTo = own + RETURN;

  async function begin(request: Request, client: Client): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const next = ownPath(query.get("next"));
    // The cookie must be set on the host to which the platform returns. Once only: a proxy may rewrite Host.
    if (client.host !== new URL(own).host && !query.has("here")) {
      return redirect(`${own}${BEGIN}?here=1&next=${encodeURIComponent(next)}`);
    }
    if (!client.confidential) {
      return refused(403, "Signing in works only over HTTPS", "Here the session could be read in transit.");
    }
    const obstacle = await signIn.obstacle();
    if (obstacle !== null) return unavailable(obstacle);
    const state = deps.newState();
    return redirect(signIn.addressFor({ state, returnTo }), [signInCookie({ state, next }, client)]);
  }

  async function finish(request: Request, client: Client): Promise<Response> {
    const begun = begunSignIn(request, client);
    const answer = new URL(request.url).searchParams;
    if (!begun || answer.get("tidings_state") !== begun.state) {
      return notCompleted("It began too long ago or in another browser, or another tab has begun one since.");
    }
    const user = signIn.read(answer, { state: begun.state, returnTo });
    if (user === "forged") {
      return notCompleted(`The browser returned a statement that ${signIn.place} did not sign.`);
    }
    if (user === "stale") {
      return notCompleted(`It took too long, or the clocks of this service and of ${signIn.place} differ.`);
    }
    if (!(await nonces.take(begun.state))) {
      return notCompleted("This sign-in was used before.");
    }
    if (user.capabilities.size === 0) {
      const why = `Your account on ${signIn.place} may do nothing here. An administrator there can change that.`;
      return refused(403, "You have no access", why, [signInCookie(null, client)]);
    }
    const token = await sessions.open(user, sessionToken(request, client) ?? null);
    return redirect(begun.next, [sessionCookie(token, SESSION_SECONDS, client), signInCookie(null, client)]);
  }

  async function answered(request: Request, environment: unknown, work: typeof begin): Promise<Response> {
    try {
      return await work(request, deps.clientOf(environment, request.headers));
    } catch (error) {
      if (!deps.isDatabaseDown(error)) throw error;
      return unavailable("The database does not answer. Try again in a moment.");
    }
  }

  return (app) => {
    app.get(BEGIN, (c) => answered(c.req.raw, c.env, begin));
    app.get(RETURN, (c) => answered(c.req.raw, c.env, finish));
    app.get(DONE, () => message(200, "You are signed in", html`<p>Close this tab, and go on where you were.</p>`));
  };
}

/** The address of what is loaded next must not carry the statement on. */
const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" } as const;

function redirect(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...HEADERS, Location: to });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

const notCompleted = (why: string): Promise<Response> => refused(400, "The sign-in was not completed", why);
const unavailable = (why: string): Promise<Response> => refused(503, "You cannot sign in at the moment", why);

function refused(status: number, title: string, why: string, cookies: readonly string[] = []): Promise<Response> {
  const content = html`<p>${why}</p>
    <p><a href="${BEGIN}">Sign in again</a></p>`;
  return message(status, title, content, cookies);
}

function message(status: number, title: string, content: Html, cookies: readonly string[] = []): Promise<Response> {
  const body = html`<main class="narrow">
    <p><span class="brand">Tidings</span></p>
    <h1>${title}</h1>
    ${content}
  </main>`;
  const cookie = cookies.map((one) => ["Set-Cookie", one]);
  return page({ title, status, body }, { ...HEADERS, ...Object.fromEntries(cookie) });
}
