import { browserPresent } from "../console/browser.ts";
import type { ConnectedSite } from "./connected.ts";
import { missingWordPress } from "./missing.ts";

/** Why the tests with a real WordPress in a real browser cannot run here, or null. */
export const missingForBrowser = (release?: string): string | null =>
  missingWordPress(release) ?? (browserPresent ? null : "apt-get install chromium-headless-shell");

/** Newer editors welcome a new user with windows that cover the page. */
export async function hideWelcome(site: Pick<ConnectedSite, "call">): Promise<void> {
  const quiet = { welcomeGuide: false, enableChoosePatternModal: false };
  const persisted_preferences = { _modified: new Date(0).toISOString(), core: quiet, "core/edit-post": quiet };
  await site.call("/wp/v2/users/me", { json: { meta: { persisted_preferences } } });
}
