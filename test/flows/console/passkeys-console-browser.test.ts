import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  accessibilityIssues,
  browserPresent,
  complaintsOf,
  desktop,
  launchBrowser,
  looks,
  overflowOf,
} from "../../support/console/browser.ts";
import { openConsole, type OpenConsole, webPassword } from "../../support/console/open-console.ts";

const countOffers = `
  window.offers = 0;
  const credentials = Object.getPrototypeOf(navigator.credentials);
  const { get } = credentials;
  credentials.get = function (options) {
    const answer = get.call(this, options);
    window.offers += 1;
    return answer;
  };
`;

describe.skipIf(!browserPresent)("passkeys in the console", () => {
  let site: OpenConsole;
  let browser: Browser;
  /** Passkeys are bound to a host name. */
  let local: string;
  beforeAll(async () => {
    site = await openConsole();
    local = site.url.replace("127.0.0.1", "localhost");
    for (const name of ["ada", "grace", "linus", "guest", "light", "dark"]) await site.userWith(name, []);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  type Device = { readonly cdp: CDPSession; readonly id: string };

  /** @param options.autofill whether the browser offers passkeys among what it fills in */
  async function open(
    url: string,
    { autofill = false, ...options }: BrowserContextOptions & { autofill?: boolean } = {},
  ) {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    if (autofill) await page.addInitScript(countOffers);
    else await page.addInitScript("delete window.PublicKeyCredential?.isConditionalMediationAvailable");
    const complaints = await complaintsOf(page);
    const device = await plugIn(page);
    await page.goto(`${url}/account`);
    return { context, page, complaints, device };
  }

  /** An authenticator that stores passkeys and verifies its user, who responds only when the test says so. */
  async function plugIn(page: Page): Promise<Device> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    });
    return { cdp, id };
  }

  /** The user touches the authenticator whenever it begins to ask, or no more. */
  const touch = ({ cdp, id }: Device, enabled: boolean) =>
    cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled });

  const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const account = (page: Page, name: string) => page.getByRole("button", { name: `Your account: ${name}` });

  async function signIn(page: Page, name: string): Promise<void> {
    await site.signIn(page, name);
    await account(page, name).waitFor();
  }

  async function signOut(page: Page, name: string): Promise<void> {
    await account(page, name).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  }

  /**
   * Resolves when the authenticator waits for an offer: a user who moves before that takes the offer at once. The
   * browser answers a page's questions about passkeys in the order in which they are asked.
   */
  async function offered(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate("offers")).toBeGreaterThan(0);
    for (let i = 0; i < 3; i += 1) await page.evaluate("PublicKeyCredential.isConditionalMediationAvailable()");
  }

  const accepted = (page: Page) =>
    page.waitForResponse((response) => response.url().endsWith("/session/passkey") && response.status() === 200);

  async function add(page: Page, device: Device, name: string): Promise<void> {
    const passkeys = panel(page, "Passkeys");
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    const form = panel(page, "Add a passkey");
    await form.getByLabel("Name of the passkey").fill(name);
    await form.getByLabel("Your password", { exact: true }).fill(webPassword);
    await touch(device, true);
    await form.getByRole("button", { name: "Create the passkey" }).click();
    await passkeys.getByRole("button", { name: `Remove ${name}` }).waitFor();
    await touch(device, false);
  }

  test("one is added in the profile, opens the account by a button, is renamed and removed, and is refused afterwards", async () => {
    const { context, page, complaints, device } = await open(local);
    await signIn(page, "ada");
    await add(page, device, "Laptop");
    await panel(page, "Passkeys").getByText("never").waitFor();
    const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

    await signOut(page, "ada");
    await touch(device, true);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await account(page, "ada").waitFor();
    await page.goto(`${local}/account`);
    await panel(page, "This session").getByText("Laptop").waitFor();

    const passkeys = panel(page, "Passkeys");
    await passkeys.getByRole("button", { name: "Rename Laptop" }).click();
    const renaming = panel(page, "Rename a passkey");
    await renaming.getByLabel("Name of the passkey").fill("Old laptop");
    await renaming.getByLabel("Your password", { exact: true }).fill("wrong");
    await renaming.getByRole("button", { name: "Rename the passkey" }).click();
    await renaming.getByText("This is wrong.").waitFor();
    await renaming.getByLabel("Your password", { exact: true }).fill(webPassword);
    await renaming.getByRole("button", { name: "Rename the passkey" }).click();

    await passkeys.getByRole("button", { name: "Remove Old laptop" }).click();
    const removing = panel(page, "Remove a passkey");
    await removing.getByLabel("Your password", { exact: true }).fill(webPassword);
    await removing.getByRole("button", { name: "Remove the passkey" }).click();
    await passkeys.getByText("No passkeys yet").waitFor();
    // The session that it opened goes on here, without it.
    await page.reload();
    await account(page, "ada").waitFor();
    expect(await panel(page, "This session").getByText("laptop").count()).toBe(0);

    await signOut(page, "ada");
    // The browser was informed that the passkey was removed; this device ignored it.
    await device.cdp.send("WebAuthn.clearCredentials", { authenticatorId: device.id });
    await device.cdp.send("WebAuthn.addCredential", { authenticatorId: device.id, credential: credentials[0]! });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("The passkey is not accepted, or the sign-in took too long.").waitFor();
    expect(await account(page, "ada").count()).toBe(0);
    // A wrong password is answered 400, and the live stream 401 if it is opened again after the end of the session.
    const expected = /status of 400|status of 401.*\/svc\/v1\/events/;
    expect(complaints.filter((line) => !expected.test(line))).toEqual([]);
    await context.close();
  });

  test("the browser offers it for the user name, and the password and the button work beside the offer", async () => {
    const { context, page, complaints, device } = await open(local, { autofill: true });
    await signIn(page, "grace");
    await add(page, device, "Phone");
    for (const by of ["password", "button"] as const) {
      await page.evaluate("offers = 0");
      await signOut(page, "grace");
      await offered(page);
      if (by === "password") await signIn(page, "grace");
      else {
        const opened = accepted(page);
        await touch(device, true);
        await page.getByRole("button", { name: "Sign in with a passkey" }).click();
        await opened;
        await account(page, "grace").waitFor();
      }
    }
    const opened = accepted(page);
    await account(page, "grace").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await opened;
    await page.goto(`${local}/account`);
    await panel(page, "This session").getByText("Phone").waitFor();
    expect(complaints.filter((line) => !/status of 401.*\/svc\/v1\/events/.test(line))).toEqual([]);
    await context.close();
  });

  test("an unused offer is renewed before its challenge ends", async () => {
    const { context, page, device } = await open(local, { autofill: true });
    await signIn(page, "linus");
    await add(page, device, "Phone");
    await page.clock.install();
    await page.evaluate("offers = 0");
    await signOut(page, "linus");
    await offered(page);
    await touch(device, true);
    const opened = accepted(page);
    await page.clock.fastForward("04:01");
    await opened;
    await account(page, "linus").waitFor();
    await context.close();
  });

  test("an authenticator that holds one creates no other, and says so", async () => {
    const { context, page, device } = await open(local);
    await signIn(page, "guest");
    await add(page, device, "Key");
    await panel(page, "Passkeys").getByRole("button", { name: "Add a passkey" }).click();
    const form = panel(page, "Add a passkey");
    await form.getByLabel("Name of the passkey").fill("Key");
    await form.getByLabel("Your password", { exact: true }).fill(webPassword);
    await form.getByRole("button", { name: "Create the passkey" }).click();
    await form.getByText("This is taken.").waitFor();
    await form.getByLabel("Name of the passkey").fill("Key again");
    await touch(device, true);
    await form.getByRole("button", { name: "Create the passkey" }).click();
    await form.getByText("This device has a passkey of your account already.").waitFor();
    await context.close();
  });

  test("at an address without a host name there is no button, and the profile says where there is one", async () => {
    const { context, page } = await open(site.url);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
    await signIn(page, "guest");
    const passkeys = panel(page, "Passkeys");
    await passkeys.getByText("A passkey is bound to a host name, and this address has none.").waitFor();
    expect(await passkeys.getByRole("link", { name: local }).getAttribute("href")).toBe(`${local}/account`);
    expect(await passkeys.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    await context.close();
  });

  for (const { colorScheme, viewport } of looks) {
    test(`in ${colorScheme} at ${viewport.width}: no serious issue and nothing wider than the page, at the sign-in and in each step`, async () => {
      const { context, page, complaints, device } = await open(local, { colorScheme, viewport });
      const look = async () => {
        expect(await accessibilityIssues(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
      };
      await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
      await look();
      await signIn(page, colorScheme);
      const passkeys = panel(page, "Passkeys");
      await passkeys.getByText("No passkeys yet").waitFor();
      await look();
      const name = `Laptop${"x".repeat(60)}`;
      await add(page, device, name);
      await look();
      for (const step of ["Rename", "Remove"]) {
        await passkeys.getByRole("button", { name: `${step} ${name}` }).click();
        await panel(page, `${step} a passkey`).getByLabel("Your password", { exact: true }).waitFor();
        await look();
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
});
