import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
const url = "http://127.0.0.1:8110";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
const ctx = await b.newContext({ viewport: { width: 1280, height: 900 } });
const p = await ctx.newPage();
p.on("console", (m) => console.log("console", m.text()));
p.on("pageerror", (m) => console.log("error", m.message));
const first = process.argv[2] === "setup";
if (first) {
  const link = /http\S+setup#\S+/.exec(readFileSync("/tmp/lead-data/first-passwords.txt", "utf8"))![0];
  await p.goto(link);
  await p.waitForTimeout(1500);
  await p.screenshot({ path: "/tmp/shots/setup.png" });
  for (const f of await p.locator("input[type=password]").all()) await f.fill("correct horse battery staple");
  await p.keyboard.press("Enter");
  await p.waitForTimeout(2500);
  await p.screenshot({ path: "/tmp/shots/setup2.png" });
} else {
  await p.goto(url);
  await p.getByLabel("User name or e-mail").fill("admin");
  await p.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await p.getByRole("button", { name: "Sign in" }).click();
  await p.waitForTimeout(1500);
}
const msg = await p.evaluate(async () => (await (await fetch("/svc/v1/messages?per_page=50")).json()).data.items.find((m: any) => m.recipients.accepted > 5)?.message_id);
const entry = await p.evaluate(async () => (await (await fetch("/svc/v1/outbox?status=failed")).json()).data.items[0]?.id);
for (const scheme of ["light", "dark"] as const) for (const [w, h] of [[1280, 900], [390, 844]]) {
  await p.emulateMedia({ colorScheme: scheme });
  await p.setViewportSize({ width: w!, height: h! });
  for (const [name, path] of [["overview", "/overview"], ["messages", "/messages"], ["message", `/messages/${msg}`], ["outbox", "/outbox"], ["entry", `/outbox?entry=${entry}`], ...(process.argv.slice(3).map((x) => [x.replace(/\W/g, "_"), x]))] as [string, string][]) {
    await p.goto(url + path);
    await p.waitForTimeout(1800);
    await p.screenshot({ path: `/tmp/shots/${name}-${scheme}-${w}.png` });
  }
}
await b.close();
