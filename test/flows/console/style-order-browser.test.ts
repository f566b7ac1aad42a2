import { readdir, readFile } from "node:fs/promises";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { browserPresent, launchBrowser } from "../../support/console/browser.ts";
import { consoleFolder } from "../../support/console/built.ts";
import { openConsole, type OpenConsole } from "../../support/console/open-console.ts";
import { visitor } from "../../support/console/visit.ts";

/** Puts the style sheets into the opposite order, as if they had been loaded in it. */
const REVERSE = `(async () => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")].toReversed();
  for (const link of links) {
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
    document.head.append(link);
    await loaded;
  }
})()`;

describe.skipIf(!browserPresent)("styles of the console that are loaded with a screen", () => {
  let site: OpenConsole;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openConsole(), launchBrowser()]);
    await site.userWith("ada", ["svc_sendsms", "svc_subscribers"]);
    await site.api.createGroup({ name: "W".repeat(100) });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const as = visitor(() => [site, browser]);
  const styleOf = (page: Page, selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${property}")`);

  test("outweigh those of the components, in whichever order the files arrive", () =>
    as("ada", "/compose", async (page) => {
      await page.getByLabel("To: a group, a name or a number").fill("WWW");
      const option = page.getByRole("option", { name: /^WWW/ });
      await option.waitFor();
      for (let order = 0; order < 2; order += 1) {
        const list = await page.getByRole("listbox").boundingBox();
        const note = await option.getByText("0 people").boundingBox();
        expect(note!.x + note!.width).toBeLessThanOrEqual(list!.x + list!.width);
        // The marks lie on the characters of the field only if both have one size.
        expect(await styleOf(page, "#screen textarea", "font-size")).toBe("16px");
        await page.evaluate(REVERSE);
      }
    }));

  test("are the only ones outside the layer of the components", async () => {
    const folder = `${consoleFolder}/console-assets/`;
    const names = (await readdir(folder)).filter((name) => name.endsWith(".css"));
    const texts = await Promise.all(names.map((name) => readFile(folder + name, "utf8")));
    const classes = texts.map((text) => outsideLayers(text).match(/\.m_[0-9a-f]{6,8}\b/g) ?? []);
    expect(texts.some((text) => text.includes("@layer mantine"))).toBe(true);
    expect(new Set(classes.flat())).toEqual(new Set());
  });
});

/** The rules of a style sheet without those in `@layer`. */
function outsideLayers(css: string): string {
  const start = css.search(/@layer [\w-]+\s*\{/);
  if (start === -1) return css;
  let [at, depth] = [css.indexOf("{", start) + 1, 1];
  for (; depth > 0 && at < css.length; at += 1) depth += css[at] === "{" ? 1 : css[at] === "}" ? -1 : 0;
  return css.slice(0, start) + outsideLayers(css.slice(at));
}
