import { createHash } from "node:crypto";

import { style } from "./style.ts";

/** What the reference adds to the pages' common style: a contents column, fields in rows, method badges. */
const own = `
html { scroll-padding-top: 1rem; }
body > header { max-width: 78rem; padding-bottom: 1rem; }
body > header a { color: inherit; } body > header nav { display: flex; gap: 1.1rem; font-size: .92rem; }
.columns { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); gap: 2rem; max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
.columns > main { max-width: none; margin: 0; padding: 0 0 6rem; }
.contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem .5rem 2rem 0; font-size: .88rem; }
.contents ul { list-style: none; margin: 0 0 1rem; padding: 0; display: block; }
.contents li { margin: 0; } .contents li + li::before { content: none; }
.contents a { display: block; padding: .2rem .4rem; border-radius: .35rem; text-decoration: none; color: var(--quiet); overflow-wrap: anywhere; }
.contents .routes a:has(b) { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr); align-items: baseline; }
.contents a:hover { color: var(--ink); background: var(--sheet); } .contents .chapter { color: var(--ink); font-weight: 600; }
.contents b { min-width: 0; font-weight: 600; font-size: .7rem; letter-spacing: .02em; }
a { color: var(--accent); }
h1 { font-size: 1.9rem; margin-top: .5rem; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .5rem; } h2:first-child { margin-top: 0; }
h3 { font-size: 1.05rem; margin: 0 0 .4rem; } h4 { font-size: .92rem; margin: 1.25rem 0 .25rem; }
section { margin-bottom: 1.25rem; } section section { scroll-margin-top: 1rem; }
section.chapter { background: none; border: 0; padding: 0; }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; margin: 0 0 .8rem; }
.route code { font-size: 1rem; font-weight: 600; background: none; padding: 0; overflow-wrap: anywhere; }
.anchor { color: inherit; text-decoration: none; } .anchor:hover { text-decoration: underline; text-underline-offset: .2em; }
.method { font: 700 .72rem/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .04em; border-radius: .35rem; padding: .35rem .5rem; border: 1px solid currentColor; }
.GET { color: light-dark(#1d5fa8, #86b8f0); } .POST { color: light-dark(#23703f, #83cf9d); }
.PATCH, .PUT { color: light-dark(#8a5a00, #e5b667); } .DELETE { color: var(--danger); }
code { font: .88em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; background: var(--code); border-radius: .3rem; padding: .1em .3em; overflow-wrap: anywhere; }
pre { margin: .9rem 0; } pre:last-child { margin-bottom: 0; } pre code { background: none; padding: 0; font-size: 1em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.needs { font-size: .88rem; color: var(--quiet); }
.fields { display: block; margin: 0; }
.fields > div { display: grid; grid-template-columns: minmax(9rem, 13rem) minmax(0, 1fr); gap: .1rem 1rem; padding: .55rem 0; border-top: 1px solid var(--line); }
.fields dt { color: var(--ink); min-width: 0; } .fields dt code { background: none; padding: 0; font-weight: 600; }
.fields dt small { color: var(--danger); font-size: .78rem; margin-left: .35rem; }
.fields dd { margin: 0; font-size: .94rem; } .fields dd > span { color: var(--quiet); font-size: .88rem; }
.fields dd p { margin: .15rem 0 0; }
summary { color: var(--accent); font-weight: 550; padding: .35rem 0; } details { margin-top: .75rem; } details[open] summary { margin-bottom: .25rem; }
.codes { list-style: none; padding: 0; margin: 0; } .codes li { padding: .3rem 0; border-top: 1px solid var(--line); }
.number { font-variant-numeric: tabular-nums; }
:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem 1rem; z-index: 1; }
@media (max-width: 52rem) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .contents { position: static; max-height: none; padding: 0 0 1rem; border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
  .contents .routes { display: none; } .contents > ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; }
}
@media (max-width: 34rem) {
  .fields > div { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  section { padding: 1rem; }
}
@media print { .contents, body > header nav { display: none; } .columns { display: block; } details > * { display: block; } }
`;

export const referenceStyle = style + own;
export const referenceStyleHash = createHash("sha256").update(referenceStyle).digest("base64");
