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
  if (person !== null && person !== "null") {
    page.dataset.frame = stored("tidings-sidebar") === "narrow" ? "narrow" : "wide";
  }
})();
