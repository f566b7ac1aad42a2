/** Before the message of a file that could not be loaded: offline, or because a newer release replaced it. */
const MISSING = "Missing code: ";
let replaced = false;
let known: Promise<boolean> = Promise.resolve(false);

export const isMissingCode = (error: unknown): boolean => `${error}`.includes(MISSING);

/** Whether a file is missing although the service answers: the next screen is loaded from it as a new page. */
export const isReplaced = (): boolean => replaced;

/** {@link isReplaced} for what was found missing just now. */
export const isReplacedNow = (): Promise<boolean> => known;

/** Whether a page is there to be loaded. The service has it for browsers alone. */
const answers = (): Promise<boolean> =>
  fetch(location.href, { method: "HEAD", headers: { accept: "text/html" } }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Notices that a newer release has replaced the files of this page. The page is not loaded again at once: the file may
 * have been asked for because a link was hovered, and what is being typed would be lost.
 */
export function noticeReplaced(): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    // The router reloads the page by itself for the messages that it knows, also where there is no connection.
    payload.message = MISSING + payload.message;
    known = answers().then((there) => (replaced ||= there));
  });
}

/**
 * Loads the page again for code that is needed now, once for each file.
 *
 * @returns false if that would not help: the error is to be shown
 */
export async function reloadFor(error: unknown): Promise<boolean> {
  const key = `${error}`;
  if (!isMissingCode(error) || sessionStorage[key]) return false;
  return reloadIfThere(() => (sessionStorage[key] = "1"));
}

/** Without a connection there would be no page afterwards. */
export async function reloadIfThere(before?: () => void): Promise<boolean> {
  const there = await answers();
  if (there) {
    before?.();
    location.reload();
  }
  return there;
}
