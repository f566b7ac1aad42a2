/**
 * What the pages do beyond plain HTML: copy a block, and remember the selected language. They are complete without it.
 */
export const docsScript = `
const KEY = "tidings-docs-language";
const choose = (language) => {
  for (const input of document.querySelectorAll(".tabs input")) if (input.value === language) input.checked = true;
};
try { choose(localStorage.getItem(KEY)); } catch {}
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".tabs input")) return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  scrollBy(0, target.getBoundingClientRect().top - top);
  try { localStorage.setItem(KEY, target.value); } catch {}
});
for (const block of document.querySelectorAll("main pre")) {
  const code = block.querySelector("code");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  block.append(button);
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea")) return;
  event.preventDefault();
  document.querySelector("header input[type=search]").focus();
});
`;
