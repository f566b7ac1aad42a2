import { createElement } from "react";

import { tidings } from "../../api/client.ts";
import { isSignedOut } from "../../api/session.ts";
import { showOverlay } from "../../components/overlays/overlay-host.tsx";
import { notifyOtherTabs } from "../../lib/own-storage.ts";
import { areStored, forgetOwn, ownTexts } from "./own-texts.ts";
// Part of the menu's code: whoever can open the menu can sign out.
import { SignOutFailed, SignOutQuestion } from "./sign-out-dialogs.tsx";

/** Signs out; asks before, if what only this browser has would be lost. */
export async function signOut(user: number): Promise<void> {
  const texts = ownTexts(user);
  if (texts.length === 0) return leave(user, false);
  const keepable = areStored(user, texts);
  const onSignOut = (keep: boolean) => void leave(user, keep);
  showOverlay((close) => createElement(SignOutQuestion, { texts, keepable, onSignOut, onClose: close }));
}

async function leave(user: number, keep: boolean): Promise<void> {
  try {
    await tidings.signOut();
  } catch (error) {
    if (!isSignedOut(error)) return reportFailure(error, () => void leave(user, keep));
  }
  if (!keep) forgetOwn(user);
  notifyOtherTabs("left");
  // A new page, so that nothing of this person stays in memory for the next one at this computer.
  location.assign("/");
}

/** Says that the person is still signed in, and why. */
function reportFailure(error: unknown, onRetry: () => void): void {
  showOverlay((close) => createElement(SignOutFailed, { error, onRetry, onClose: close }));
}
