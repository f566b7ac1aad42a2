/**
 * The style sheet of the public pages, which follow the look of the site and not that of the service. Logical
 * properties only, so that a page in a right-to-left language mirrors itself.
 */
export function formStyle(accent: string): string {
  return `:root{--accent:${accent};--on-accent:${inkOn(accent)}}${SHEET}`;
}

/** Black or white, whichever contrasts more: at least 4.58 to 1 on any color (WCAG 2.2, relative luminance). */
export function inkOn(accent: string): "#000000" | "#ffffff" {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(accent.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}

const SHEET = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f2, #15171a);
  --sheet: light-dark(#ffffff, #1d2024);
  --ink: light-dark(#1f2328, #e6e4df);
  --quiet: light-dark(#5d646d, #a3aab3);
  --line: light-dark(#e0ddd6, #33383f);
  --edge: light-dark(#83807a, #767d86);
  --danger: light-dark(#a3262a, #f29a95);
  --good: light-dark(#e5f1ec, #1d302b);
  --bad: light-dark(#f8e9e7, #3a2322);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 30rem; margin-inline: auto; padding: 1.5rem 1rem 3rem; }
.logo { display: block; max-width: 60%; max-height: 4rem; margin-block-end: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
p { margin: 0 0 .9rem; overflow-wrap: anywhere; }
.intro, .wording { white-space: pre-line; }
.quiet { color: var(--quiet); font-size: .92rem; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1rem; margin: 0 0 1rem; }
.sheet > div, fieldset { margin: 0 0 1.1rem; }
fieldset { border: 0; padding: 0; min-width: 0; }
label, legend { display: block; font-weight: 550; margin: 0 0 .25rem; padding: 0; overflow-wrap: anywhere; }
.hint { font-weight: 400; color: var(--quiet); font-size: .92rem; }
.error { color: var(--danger); margin: .3rem 0 0; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--edge); border-radius: .5rem; }
[aria-invalid="true"] { border: 2px solid var(--danger); }
.check { display: flex; gap: .75rem; align-items: flex-start; }
.check label { font-weight: 400; margin: 0; flex: 1; min-width: 0; padding-block: .1rem; }
.check input { width: 1.5rem; height: 1.5rem; min-height: 1.5rem; flex: none; margin: .1rem 0 0; accent-color: var(--accent); }
.check + .check { margin-block-start: .6rem; }
@media (pointer: coarse) {
  .check label { padding-block: .65rem; }
  .check input { margin-block-start: .65rem; }
  .check + .check { margin: 0; }
}
button { width: 100%; min-height: 3rem; padding: .5rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--edge); background: var(--accent); color: var(--on-accent); }
button.plain { background: transparent; color: var(--danger); border-color: currentColor; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.notice { border-radius: .6rem; padding: .75rem 1rem; margin: 0 0 1rem; background: var(--good); }
.notice.bad { background: var(--bad); }
.apart { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
