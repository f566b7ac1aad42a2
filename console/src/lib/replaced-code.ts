/** Loads in progress whose failure is shown where the user pressed. */
let handled = 0;

/**
 * Loads code after a press. Unlike that of a screen, its failure must not reload the page: what is being typed would be
 * lost, and without a connection there would be no page.
 */
export async function loadInPlace<Code>(load: () => Promise<Code>): Promise<Code> {
  handled += 1;
  try {
    return await load();
  } finally {
    handled -= 1;
  }
}

/** A chunk of a screen that a newer release replaced: the page is loaded again, once, and then has the new names. */
export function reloadWhenReplaced(): void {
  addEventListener("vite:preloadError", () => {
    const before = sessionStorage.getItem("tidings-reloaded");
    if (handled > 0 || before === location.href) return;
    // If the service does not answer, nothing was replaced: the screen says so, and offers to try again.
    void fetch(location.href, { method: "HEAD" }).then(
      ({ ok }) => {
        if (!ok) return;
        sessionStorage.setItem("tidings-reloaded", location.href);
        location.reload();
      },
      () => undefined,
    );
  });
}
