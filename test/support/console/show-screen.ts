import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Shows a screen, as a link in the console does where that leads elsewhere: 74 loads of the page took the browser 39 s
 * of CPU. Resolves when the screen's data are there.
 */
export async function showScreen(page: Page, path: string): Promise<void> {
  const here = new URL(page.url());
  // The router may keep the elements of a screen that is shown again with other parameters.
  if (areaOf(path) === areaOf(here.pathname)) await page.goto(here.origin + path);
  else {
    await page.evaluate(
      `document.querySelector("#screen h1").dataset.left = ""; history.pushState({}, "", ${JSON.stringify(path)})`,
    );
  }
  await page.locator("#screen h1:not([data-left])").first().waitFor();
  await expect.poll(() => page.locator("#screen [class*=skeleton]").count()).toBe(0);
}

const areaOf = (path: string): string => path.split(/[/?]/, 2)[1] ?? "";
