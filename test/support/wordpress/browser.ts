import type { Page } from "playwright-core";

/** A person at a browser: keeps cookies, follows no redirect by itself. */
export type Visitor = ReturnType<typeof visitor>;

function visitor(url: string) {
  const cookies = new Map<string, string>();

  async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return response;
  }

  return {
    cookies,
    fetch: go,
    get: (path: string) => go(url + path),
    /** Sends a form. */
    post: (path: string, fields: Readonly<Record<string, string | readonly string[]>>) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
      return go(url + path, { method: "POST", body });
    },
  };
}

/** A visitor unknown to the site. */
export const stranger = (url: string): Visitor => visitor(url);

/** A visitor who has signed in with their password, as wp-login.php does it. */
export async function signIn(url: string, user: string): Promise<Visitor> {
  const person = visitor(url);
  await person.get("/wp-login.php");
  const answer = await person.post("/wp-login.php", { log: user, pwd: "correct horse battery", testcookie: "1" });
  if (answer.status !== 302) throw new Error(`${user} could not sign in: ${answer.status}`);
  return person;
}

/** The same in a real browser, which is then on the dashboard. */
export async function signInPage(page: Page, url: string, user: string): Promise<void> {
  await page.goto(`${url}/wp-login.php`);
  // Its script focuses the first field a moment after the page is loaded: what is being filled then ends up there.
  await page.waitForFunction("document.activeElement?.id === 'user_login'");
  await page.fill("#user_login", user);
  await page.fill("#user_pass", "correct horse battery");
  await page.click("#wp-submit");
  // Not until all is loaded: the dashboard has pictures of another site, which is not reached from here.
  await page.waitForURL(/wp-admin/, { waitUntil: "domcontentloaded" });
}

/** The value of a hidden field. */
export function hidden(html: string, name: string): string {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(html);
  if (!found) throw new Error(`no field ${name}`);
  return found[1]!;
}

/** The request of the box on the dashboard, after the dashboard is loaded. */
export async function dashboardBox(person: Visitor): Promise<Response> {
  const page = await (await person.get("/wp-admin/index.php")).text();
  const url = /class="tidings-dashboard"[^>]* data-url="([^"]+)"/.exec(page)?.[1];
  if (url === undefined) throw new Error("the dashboard has no box");
  const { pathname, search } = new URL(url.replaceAll(/&(?:#038|amp);/g, "&"));
  return person.get(pathname + search);
}
