import { describe, expect, test } from "vitest";

import { createApp } from "#api/app";
import { shellSteps } from "#api/pages/docs/guide/shell-calls";
import { snippetsOf } from "#api/pages/docs/guide/blocks";
import { docsPages } from "#api/pages/docs/mount";
import type { ApiDeps } from "#api/services";
import { endpoints, type EndpointDeps } from "#api/v1/index";
import { readDocuments } from "#app/documents/documents";

import { openApiDocument } from "../../scripts/openapi.ts";

const openapi = openApiDocument(endpoints({} as EndpointDeps), "1.2.3");
const app = createApp([], { newRequestId: () => "req_1", docsUrl: "/docs/errors" } as ApiDeps, {
  mountPrefix: "",
  mounts: [docsPages({ openapi: async () => openapi, documents: readDocuments, base: "/svc/v1" })],
});
const text = async (path: string): Promise<string> => (await app.request(path)).text();
const search = (words: string): Promise<string> => text(`/docs/search?q=${encodeURIComponent(words)}`);

describe("the guide in the running service", () => {
  test("is in the navigation of every page, in the order of the documentation's index", async () => {
    const page = await text("/docs");
    const places = ["First message", "Gateways", "Newsletter", "Campaigns: watch", "Operate", "Moving from WP SMS"];
    const found = places.map((title) => page.indexOf(`>${title}`));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test("shows calls with the address that the page was requested at", async () => {
    const page = await text("http://sms.example:8443/docs/guide/first-message");
    expect(page).toContain("export API=http://sms.example:8443/svc/v1");
    expect(page).not.toContain("127.0.0.1:8080");
  });

  test("links to the description of the API, and names the files that it does not show", async () => {
    expect(await text("/docs/reference/http")).toContain('<a href="/openapi.json">openapi.json</a>');
    const outside = (await readDocuments()).flatMap(({ path, text: page }) =>
      [...page.matchAll(/\[([^\]]*)\]\((?:\.\.\/)+((?:decisions|examples)\/[^)#]+)/g)].map(([, words, target]) => ({
        path,
        words: words!.replaceAll("`", ""),
        // A decision is known by its number.
        name: /^decisions\/(\d{4})/.exec(target!)?.[1] ?? target!,
      })),
    );
    const inGuide = outside.filter(({ path }) => path !== "README.md");
    expect(inGuide.length).toBeGreaterThan(10);
    expect(inGuide.filter(({ words, name }) => !words.includes(name))).toEqual([]);
  });

  test("shows a call in curl, TypeScript and Python, and what is more than calls for the shell alone", async () => {
    const page = await text("/docs/guide/first-message");
    expect(page).toMatch(/>curl<\/label[\s\S]*?>TypeScript<\/label[\s\S]*?>Python<\/label/);
    expect(page).toContain("await call(&quot;POST&quot;, &quot;/send&quot;, {");
    const shell = page.split("<pre").find((block) => block.includes("npx tidings user add"));
    expect(shell).not.toContain("await call");
  });
});

describe("the search", () => {
  test.each([
    ["rate_per_minute", "/docs/guide/campaigns#slow-down"],
    ["double opt-in", "/docs/guide/newsletter#consent-from-elsewhere"],
    ["idempotency key", "/docs/guide/first-message#once"],
    ["not_in_this_state", "/docs/errors#not_in_this_state"],
    ["pauseMessage", "/docs/api/messages#pauseMessage"],
    ["sucriptions", "/docs/guide/newsletter"],
  ])("finds %s", async (words, address) => {
    expect(await search(words)).toContain(`href="${address}`);
  });

  test("searches for the first words of a long question, so that it cannot be made to run for long", async () => {
    const words = "send message numbers api call text json";
    expect(await search(`${words} send ${"qqqzzz xxxvvv ".repeat(10)}`)).toBe(
      (await search(`${words} send`)).replaceAll(
        `${words} send`,
        `${words} send ${"qqqzzz xxxvvv ".repeat(10)}`.trim(),
      ),
    );
    expect(await search(words)).toContain('href="/docs/');
  });

  test.each([".", "_", "/", "-"])("counts words with %j between them, too", async (separator) => {
    const foundFor = async (words: readonly string[]): Promise<readonly string[]> => {
      const page = await search(words.join(separator));
      return [...page.slice(page.indexOf('class="found"')).matchAll(/href="([^"]+)"/g)].map(([, address]) => address!);
    };
    const words = ["send", "message", "numbers", "api", "call", "text", "json", "send"];
    const found = await foundFor(words);
    expect(found).not.toEqual([]);
    expect(await foundFor([...words, "qqqzzz", "xxxvvv"])).toEqual(found);
  });

  test.each(['<script>alert("x")</script>', '"><img src=x onerror=alert(1)>', "%", "(", "\\", "x".repeat(5_000)])(
    "reads %j as words",
    async (words) => {
      const page = await search(words);
      expect(page).toContain("<h1>Search</h1>");
      expect(page).not.toMatch(/<script>alert|<img/);
    },
  );
});

describe("a shell block in other languages", () => {
  const of = (block: string) => snippetsOf("http://a.example/svc/v1")(block).map(({ text: one }) => one);

  test("keeps method, path, query, headers and body, and has a key of its own", () => {
    const [, ts, python] = of(
      `curl -u "$TIDINGS" -H 'Idempotency-Key: order-4711' $API/send \\\n  --json '{"numbers": ["+15005550000"], "flash": true}'`,
    );
    expect(ts).toBe(
      'await call("POST", "/send", { numbers: ["+15005550000"], flash: true }, { "Idempotency-Key": "order-4711-ts" });',
    );
    expect(python).toBe(
      'call("POST", "/send", {"numbers": ["+15005550000"], "flash": True}, headers={"Idempotency-Key": "order-4711-py"})',
    );
    expect(of(`curl -u "$TIDINGS" --get $API/outbox --data-urlencode "recipient=+15005550002"`)[1]).toBe(
      'await call("GET", "/outbox?recipient=%2B15005550002");',
    );
  });

  test("keeps a part of a reply for the calls after it", () => {
    const snippets = snippetsOf("http://a.example/svc/v1");
    const kept = snippets(`ID=$(curl -u "$TIDINGS" $API/send --json '{"message": "x"}' | grep -o 'msg_[0-9a-f-]*')`);
    const used = snippets(`curl -u "$TIDINGS" -X POST $API/messages/$ID/pause`);
    expect(kept[1]!.text).toBe('let id = (await call("POST", "/send", { message: "x" })).message_id;');
    expect(used[1]!.text).toBe('await call("POST", `/messages/${id}/pause`);');
    expect(used[2]!.text).toBe('call("POST", f"/messages/{id}/pause")');
  });

  test.each([
    "npx tidings doctor",
    "curl -N $API/messages/$ID/progress",
    "curl $API/a | jq .",
    "curl https://other.example",
  ])("%j stays for the shell", (line) => {
    expect(shellSteps(line)).toBeNull();
  });
});
