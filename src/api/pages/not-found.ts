import { html } from "hono/html";

import { page } from "./layout.ts";

/** For people who followed a link or mistyped an address. Programs get the envelope. */
export function notFoundPage(): Promise<Response> {
  const body = html`<main class="narrow">
    <p><span class="brand">Tidings</span></p>
    <h1>There is no page here</h1>
    <p>The address is mistyped, or what was here has moved.</p>
    <p><a href="/">The first page</a></p>
    <p><a href="/docs">The API and how to call it</a></p>
  </main>`;
  return page({ title: "Not found", body, status: 404 });
}

/** Whether the client is a browser: browsers accept HTML, programs JSON or nothing. */
export function wantsPage(request: Request): boolean {
  return isRead(request) && /\btext\/html\b/i.test(request.headers.get("accept") ?? "");
}

export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
