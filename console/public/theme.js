// Blocks the first paint on purpose: without it a dark page is white until the application has loaded.
(function () {
  let choice = null;
  try {
    choice = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is forbidden: the system's choice decides.
  }
  const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
