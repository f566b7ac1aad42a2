import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

import type { OpenConsole } from "./open-console.ts";
import { takePage } from "./page-pool.ts";

export type VisitOptions = BrowserContextOptions & {
  /** Complaints that the story itself causes: connections that it cuts. */
  readonly tolerated?: RegExp;
  /** The person signs in at the address; by default they did so before. */
  readonly fillsInForm?: boolean;
};

type Work = (page: Page) => Promise<void>;

/**
 * Opens an address in a browser profile without stored data where the person is signed in: filling in the form took the
 * browser 0.25 s of CPU each time. Whatever the browser complains about fails the test.
 */
export async function visit(
  site: OpenConsole,
  browser: Browser,
  username: string,
  path: string,
  work: Work,
  { tolerated, fillsInForm = false, ...options }: VisitOptions = {},
): Promise<void> {
  const { page, complaints, release } = await takePage(browser, options);
  try {
    if (!fillsInForm) await site.admit(page, username);
    await page.goto(`${site.url}${path}`);
    if (fillsInForm) await site.signIn(page, username);
    await page.getByRole("button", { name: `Your account: ${username}` }).waitFor();
    await work(page);
    expect(complaints.filter((complaint) => !tolerated?.test(complaint))).toEqual([]);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  await release();
}

/**
 * {@link visit} for the tests of a file. Like those of a test, the options of a visit come before what it does.
 *
 * @param opened what the file's `beforeAll` has opened
 * @param usual options of every visit, overridden by its own
 */
export function visitor(opened: () => readonly [site: OpenConsole, browser: Browser], usual: VisitOptions = {}) {
  return (
    username: string,
    path: string,
    ...rest: readonly [work: Work] | readonly [options: VisitOptions, work: Work]
  ): Promise<void> => {
    const [options, work] = rest.length === 2 ? rest : [{}, rest[0]];
    return visit(...opened(), username, path, work, { ...usual, ...options });
  };
}
