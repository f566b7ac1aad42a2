import { createHash } from "node:crypto";

import { style } from "../style.ts";

/** What the documentation adds to the pages' common style: a contents column, fields in rows, method badges. */
const own = `
html { scroll-padding-top: 1rem; }
body > header { max-width: 78rem; padding-bottom: 1rem; }
body > header a { color: inherit; } body > header nav { display: flex; gap: 1.1rem; font-size: .92rem; }
.columns { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); gap: 2rem; max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
.columns > main { max-width: none; margin: 0; padding: 0 0 6rem; }
.contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem .5rem 2rem 0; font-size: .88rem; }
.contents ul { list-style: none; margin: 0 0 1rem; padding: 0; display: block; }
.contents li { margin: 0; } .contents li + li::before { content: none; }
body > header .to-contents { display: none; }
.contents a { display: block; padding: .2rem .4rem; border-radius: .35rem; text-decoration: none; color: var(--quiet); overflow-wrap: anywhere; }
.contents h2 { font-size: .78rem; letter-spacing: .04em; text-transform: uppercase; color: var(--quiet); margin: 1rem .4rem .35rem; }
.contents [aria-current] { background: var(--sheet); }
.index .routes { list-style: none; margin: 0; padding: 0; display: block; } .index .routes li { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); gap: .1rem 1rem; padding: .4rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
.index li + li::before { content: none; } .index .routes a { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); align-items: baseline; text-decoration: none; } .index .routes span { color: var(--quiet); font-size: .92rem; }
.index b { font-size: .7rem; } .index code { background: none; padding: 0; }
.contents .routes a:has(b) { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr); align-items: baseline; }
.contents a:hover { color: var(--ink); background: var(--sheet); } .contents .chapter { color: var(--ink); font-weight: 600; }
.contents b { min-width: 0; font-weight: 600; font-size: .7rem; letter-spacing: .02em; }
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
body > header form { margin-left: auto; } body > header input { min-height: 2.2rem; padding: .25rem .7rem; width: 13rem; font-size: .92rem; }
pre { position: relative; } pre:has(.copy) { padding-right: 4.5rem; } .copy { position: absolute; top: .45rem; right: .45rem; min-height: 0; padding: .15rem .55rem; font: 500 .75rem/1.5 system-ui, sans-serif; user-select: none; background: var(--sheet); color: var(--quiet); border-color: var(--line); }
.copy:hover { color: var(--ink); }
.tabs { margin: .9rem 0; } .tabs > input { position: absolute; opacity: 0; width: 1px; min-height: 0; height: 1px; padding: 0; } .tabs > label { display: inline-block; margin: 0; padding: .2rem .7rem; border: 1px solid transparent; border-bottom: 0; border-radius: .4rem .4rem 0 0; font-size: .82rem; color: var(--quiet); cursor: pointer; }
.tabs > :checked + label { background: var(--code); border-color: var(--line); color: var(--ink); } .tabs > :focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.tabs > pre { display: none; margin: 0; border-top-left-radius: 0; } .tabs > input:nth-of-type(1):checked ~ pre:nth-of-type(1), .tabs > input:nth-of-type(2):checked ~ pre:nth-of-type(2), .tabs > input:nth-of-type(3):checked ~ pre:nth-of-type(3) { display: block; }
.table { overflow-x: auto; margin: .9rem 0; } table { border-collapse: collapse; font-size: .92rem; min-width: 100%; } th { text-align: left; font-weight: 600; } th, td { padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line); vertical-align: top; } thead th { border-top: 0; } td code { white-space: nowrap; }
.found { list-style: none; padding: 0; } .found li { border-top: 1px solid var(--line); padding: .7rem 0; } .found p { margin: .15rem 0 0; color: var(--quiet); font-size: .92rem; overflow-wrap: anywhere; }
@media (max-width: 52rem) {
  body > header { flex-wrap: wrap; } body > header form { width: 100%; } body > header input { width: 100%; }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; }
  pre:has(.copy) { padding: 2.2rem 1rem .8rem; }
  .columns > main { order: -1; padding-bottom: 2rem; } body > header .to-contents { display: inline; }
  .contents { position: static; max-height: none; padding: 1rem 0 3rem; border-top: 1px solid var(--line); }
  .contents .routes { display: none; } .contents > ul { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; }
}
@media (max-width: 34rem) {
  .fields > div { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
  section { padding: 1rem; }
}
@media print { .contents, body > header nav { display: none; } .columns { display: block; } details > * { display: block; } }
`;

export const docsStyle = style + own;
export const docsStyleHash = createHash("sha256").update(docsStyle).digest("base64");
