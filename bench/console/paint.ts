import type { Browser, Page } from "playwright-core";

import { buildConsole } from "../../test/support/console/built.ts";
import { desktop, startBrowser, phone } from "../../test/support/console/browser.ts";
import { median } from "../lib/report.ts";
import type { Scenario, Settings } from "../lib/scenario.ts";
import { paintOf, slowestOf, watchedPage, type Watched } from "./observe.ts";
import { filledOptions, openFilled, type Filled } from "./open-filled.ts";
import { takeSample } from "./sample.ts";

type Press = readonly [what: string, act: (page: Page) => Promise<unknown>];
type Visited = { readonly name: string; readonly path: string; readonly presses: readonly Press[] };

const looks = [
  { name: "here", viewport: desktop, throttled: false, target: 1_000 },
  { name: "phone", viewport: phone, throttled: true, target: 2_000 },
] as const;
const INTERACTION_MS = 100;

const key =
  (...keys: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const one of keys) await page.keyboard.press(one, { delay: 20 });
  };
const typed =
  (label: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text, { delay: 40 });
  };
const table: readonly Press[] = [
  ["first entry to the table", key("j")],
  ["the next rows", key("j", "j", "j", "k")],
];

async function screens(filled: Filled): Promise<readonly Visited[]> {
  const sample = await takeSample(filled.pool);
  return [
    {
      name: "overview",
      path: "/overview",
      presses: [
        ["30 days", (page) => page.getByRole("button", { name: "30 days" }).click()],
        ["table of the chart", (page) => page.getByRole("button", { name: "Table" }).first().click()],
      ],
    },
    { name: "messages", path: "/messages", presses: table },
    { name: "a campaign", path: `/messages/${sample.campaign()}`, presses: [] },
    {
      name: "outbox",
      path: "/outbox",
      presses: [
        ...table,
        ["open an entry", key("Enter")],
        ["close it", key("Escape")],
        ["type a search", typed("Number, text or sender", "order")],
      ],
    },
    {
      name: "compose",
      path: "/compose",
      presses: [
        ["type a text", typed("Text", "Doors open at seven, see you – Ana")],
        ["palette", key("Control+k")],
        ["type into it", key("o", "u", "t")],
      ],
    },
    { name: "inbox", path: "/inbox", presses: [["first entry to the threads", key("j")]] },
    {
      name: "subscribers",
      path: "/subscribers",
      presses: [...table, ["type a search", typed("Name or number", "Ada")]],
    },
    { name: "a person", path: `/subscribers/${sample.person().id}`, presses: [] },
    { name: "groups", path: "/groups", presses: table },
    { name: "gateways", path: "/gateways", presses: [] },
  ];
}

export const consolePaint: Scenario = {
  name: "console-paint",
  about:
    "the largest paint of the console's screens, and the wait after each press, in Chromium here and as a slow phone",
  options: filledOptions,
  async run(settings) {
    await buildConsole();
    const filled = await openFilled(settings);
    const browser = await startBrowser();
    try {
      const all = await screens(filled);
      const paints = new Map<string, number[]>();
      const presses = new Map<string, number[]>();
      const add = (into: Map<string, number[]>, name: string, value: number): void => {
        into.set(name, [...(into.get(name) ?? []), value]);
      };
      for (let round = 1; round <= settings.rounds; round += 1) {
        for (const look of looks) {
          await tour(browser, filled, all, look, settings, {
            paint: (name, millis) => add(paints, name, millis),
            press: (name, millis) => add(presses, name, millis),
          });
        }
      }
      const text = (values: readonly number[] | undefined): string =>
        values ? `${Math.round(median(values))} (${Math.round(Math.max(...values))})` : "";
      const names = ["sign-in", ...all.map(({ name }) => name)];
      const columns = looks.flatMap(({ name }) => [`${name}, first visit`, `${name}, later`]);
      const acts = all.flatMap(({ name, presses: own }) => own.map(([what]) => `${name}: ${what}`));
      return [
        `${settings.rounds} rounds; median (worst), ms. First visit: nothing in the browser's cache. Phone: ${phone.width} px, a quarter of this machine's speed, 1.6 Mbit/s and 150 ms. Targets: ${looks.map(({ name, target }) => `${name} ${target}`).join(", ")}, each press ${INTERACTION_MS}.`,
        "",
        `| largest paint | ${columns.join(" | ")} |`,
        `| --- |${" --- |".repeat(columns.length)}`,
        ...names.map(
          (name) => `| ${name} | ${columns.map((column) => text(paints.get(`${name} ${column}`))).join(" | ")} |`,
        ),
        "",
        `| wait after a press | ${looks.map(({ name }) => name).join(" | ")} |`,
        "| --- | --- | --- |",
        ...acts.map(
          (act) => `| ${act} | ${looks.map(({ name }) => text(presses.get(`${act} ${name}`))).join(" | ")} |`,
        ),
      ].join("\n");
    } finally {
      await browser.close();
      await filled.close();
    }
  },
};

type Record = {
  readonly paint: (name: string, millis: number) => void;
  readonly press: (name: string, millis: number) => void;
};

/** Signs in with a browser profile without stored data, and visits each screen twice. */
async function tour(
  browser: Browser,
  filled: Filled,
  all: readonly Visited[],
  look: (typeof looks)[number],
  settings: Settings,
  record: Record,
): Promise<void> {
  const context = await browser.newContext({ viewport: look.viewport, reducedMotion: "reduce" });
  const watched = await watchedPage(context, look.throttled);
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  const visit = async (name: string, path: string, isFirst: boolean): Promise<void> => {
    const millis = await paint(watched, `${filled.url}${path}`, isFirst);
    record.paint(`${name} ${look.name}, ${isFirst ? "first visit" : "later"}`, millis);
    settings.say(`${millis.toFixed(0).padStart(6)} ms  ${look.name}, ${isFirst ? "first" : "later"}  ${name}`);
  };
  for (const isFirst of [true, false]) await visit("sign-in", "/", isFirst);
  await page.getByLabel("User name or e-mail").fill(filled.visitor.username);
  await page.getByLabel("Password", { exact: true }).fill(filled.visitor.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#screen h1").waitFor();
  for (const { name, path, presses } of all) {
    for (const isFirst of [true, false]) await visit(name, path, isFirst);
    for (const [what, act] of presses) {
      const millis = await slowestOf(page, () => act(page));
      record.press(`${name}: ${what} ${look.name}`, millis);
      settings.say(`${millis.toFixed(0).padStart(6)} ms  ${look.name}  ${name}: ${what}`);
    }
  }
  await context.close();
}

async function paint({ page, devtools }: Watched, address: string, isFirst: boolean): Promise<number> {
  if (isFirst) await devtools.send("Network.clearBrowserCache");
  await page.goto("about:blank");
  await page.goto(address);
  return paintOf(page);
}
