import { expect, test } from "vitest";

import { readAsCaller, wordpressObjects } from "./wordpress-objects.ts";

const html = new Response("<html>", { status: 404 });
const ask = (...answers: Response[]) => {
  const urls: string[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    urls.push(`${url} ${new Headers(init.headers).get("authorization")} ${init.redirect}`);
    return answers[urls.length - 1]!.clone();
  }) as unknown as typeof globalThis.fetch;
  const path = "wp/v2/posts/1?_embed=author";
  return { urls, found: readAsCaller("https://site", path, "Basic x", { fetch, timeoutMs: 1_000 }) };
};

test("a site with plain permalinks is called by rest_route, with the caller's credentials and no others", async () => {
  const { urls, found } = ask(html, Response.json({ id: 1 }));
  expect(await found).toEqual({ id: 1 });
  expect(urls).toEqual([
    "https://site/wp-json/wp/v2/posts/1?_embed=author Basic x manual",
    "https://site/index.php?rest_route=/wp/v2/posts/1&_embed=author Basic x manual",
  ]);
});

test.each([
  [[Response.json({ code: "rest_post_invalid_id" }, { status: 404 })], "missing"],
  [[Response.json({ code: "rest_forbidden" }, { status: 403 })], "forbidden"],
  [[Response.json({ code: "rest_forbidden" }, { status: 401 })], "forbidden"],
  [[new Response("", { status: 403 })], "forbidden"],
  [[html, html], "away"],
  [[Response.json([{ id: 1 }])], "away"],
  [[new Response("<html>")], "away"],
  [[new Response("", { status: 302, headers: { location: "https://elsewhere" } })], "away"],
])("what a site answers tells whether the caller may read it (%#)", async (answers, expected) => {
  expect(await ask(...answers).found).toBe(expected);
});

test("a long text is cut between two characters", () => {
  const post = { content: { rendered: `<p>${"a".repeat(999)}😀</p>` } };
  const values = new Map(wordpressObjects["WordPressPostNotification"]!.values(post, "https://site"));
  expect(values.get("post_content")).toBe("a".repeat(999));
});
