// Blocks the first paint on purpose: without it a dark page is white, and one from right to left is mirrored, until the
// application has loaded.
(function () {
  const page = document.documentElement;
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is forbidden: the system's choice decides.
      return null;
    }
  };

  const scheme = stored("mantine-color-scheme-value");
  const dark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  // "fa:rtl" is a language that is written from right to left.
  const languages = new Map(page.dataset.languages.split(" ").map((entry) => entry.split(":")));
  const wanted = [stored("tidings-language"), ...navigator.languages].map((tag) => tag && tag.split("-")[0]);
  page.lang = wanted.find((tag) => languages.has(tag)) ?? "en";
  page.dir = languages.get(page.lang) ?? "ltr";

  // The frame of the screens, for whoever was signed in here before: index.html has it.
  const person = stored("tidings-person");
  const wasSignedIn = person !== null && person !== "null";
  if (wasSignedIn) {
    page.dataset.frame = stored("tidings-sidebar") === "narrow" ? "narrow" : "wide";
  }

  // What the application needs first: src/lib/head-start.ts takes it. Asked for only there, it came a round trip later, and
  // what the screen reads waited behind the files of the screen.
  const { nonce } = document.currentScript;
  const styles = [];
  // The files of a screen, which console/vite.config.ts writes into the page.
  const load = (path) => {
    const [, area, one] = path.split("/");
    const name = `${(area || "overview") + (one ? "/" : "")}=`;
    const screens = document.querySelector("meta[name=screens]").content.split(";");
    const files = screens.find((screen) => screen.startsWith(name))?.slice(name.length);
    for (const file of files?.split(" ") ?? []) {
      // Styles are used at once: a preloaded style sheet would be complained about where the person may not see the screen,
      // and the screen's own import takes one that is in the page for there.
      const isStyle = file.endsWith(".css");
      const link = document.createElement("link");
      link.rel = isStyle ? "stylesheet" : "modulepreload";
      link.crossOrigin = "";
      link.href = `/console-assets/${file}`;
      if (isStyle) {
        link.nonce = nonce;
        styles.push(new Promise((resolve) => (link.onload = link.onerror = resolve)));
      }
      document.head.append(link);
    }
  };
  const session = fetch("/svc/v1/session", { redirect: "manual" });
  // The code that takes it reads why it failed.
  session.catch(() => undefined);
  window.tidingsHeadStart = { session, at: Date.now(), load, styles };
  // Before a sign-in the line is needed for the form.
  if (wasSignedIn && person !== "left") load(location.pathname);
})();
