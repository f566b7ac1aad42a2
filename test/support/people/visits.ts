import type { From, OpenPeople } from "./people.ts";

/** The web password of the users that `userWith` creates. */
export const WEB = "correct horse battery";
const SAME = { "sec-fetch-site": "same-origin" };

export type Init = { cookie?: string; form?: Record<string, string>; headers?: Record<string, string>; from?: From };

/** What a browser does with the pages of a site that is opened later. */
export function visitsOf(site: () => OpenPeople) {
  async function visit(path: string, init: Init = {}) {
    const headers: Record<string, string> = { host: "localhost", ...init.headers };
    if (init.cookie) headers["cookie"] = init.cookie;
    const post = init.form && { method: "POST", body: new URLSearchParams(init.form) };
    if (init.form && !init.headers) Object.assign(headers, SAME);
    const response = await site().app.request(path, { ...post, headers }, init.from ?? {});
    const set = response.headers.get("set-cookie");
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      to: response.headers.get("location"),
      set,
      cookie: set?.split(";")[0] ?? "",
    };
  }

  async function signIn(login: string, password = WEB, more: Init = {}) {
    return visit("/profile/sign-in", { form: { login, password }, ...more });
  }

  /** Cookie and form token of a fresh session. */
  async function session(login: string) {
    const { cookie } = await signIn(login);
    const { text } = await visit("/profile", { cookie });
    return { cookie, token: /name="token" value="([^"]+)"/.exec(text)![1]! };
  }

  return { visit, signIn, session };
}
