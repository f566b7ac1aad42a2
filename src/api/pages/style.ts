import { createHash } from "node:crypto";

/** The whole style sheet of the server's own pages: no font, no script, nothing fetched. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f2, #15171a);
  --sheet: light-dark(#ffffff, #1d2024);
  --ink: light-dark(#1f2328, #e6e4df);
  --quiet: light-dark(#5d646d, #9aa1aa);
  --line: light-dark(#e0ddd6, #33383f);
  --accent: light-dark(#0f5f6b, #6cc5d2);
  --on-accent: light-dark(#ffffff, #10282c);
  --danger: light-dark(#a3262a, #f29a95);
  --code: light-dark(#f1efea, #15171a);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header {
  display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  max-width: 46rem; margin: 0 auto; padding: 1.25rem 1.25rem 0;
}
.brand { font-weight: 650; letter-spacing: -.01em; color: inherit; text-decoration: none; }
.brand::before { content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .5rem;
  border-radius: 50% 50% 50% 0; background: var(--accent); }
main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
main.narrow { max-width: 25rem; padding-top: 12vh; }
nav ol { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0; padding: 0; font-size: .875rem; color: var(--quiet); }
nav li + li::before { content: "›"; margin-right: .4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; margin: .35rem 0 1.25rem; }
h2 { font-size: 1.1rem; letter-spacing: -.01em; margin: 0 0 .35rem; }
section, .sheet {
  background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem;
}
p { margin: 0 0 .9rem; } p:last-child { margin-bottom: 0; }
.quiet { color: var(--quiet); font-size: .92rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-size: .92rem; font-weight: 550; margin: 0 0 .25rem; }
.hint { font-weight: 400; color: var(--quiet); }
input {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid light-dark(#8d8a83, #6b727b); border-radius: .5rem;
}
button {
  min-height: 2.75rem; padding: .5rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
}
button:hover { filter: brightness(1.08); }
[hidden] { display: none !important; }
::placeholder { color: var(--quiet); opacity: 1; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; margin: 0; overflow-x: auto; user-select: all;
  font: .85rem/1.55 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
summary { cursor: pointer; width: max-content; }
@media (max-width: 34rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
}
`;

export const styleHash = createHash("sha256").update(style).digest("base64");
