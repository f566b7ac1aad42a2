import { raw } from "hono/html";
import { Marked, type Tokens } from "marked";

import { addressOf, type DocsPage, type Place } from "../page.ts";
import { blockView, snippetsOf } from "./blocks.ts";
import { escapeHtml } from "../../escape-html.ts";

/** A page of the documentation in Markdown: its path below `docs`, such as "guide/first-message.md". */
export type DocumentFile = { readonly path: string; readonly text: string };

/** The order of the guide's pages is that of the links in the documentation's own index. */
export function guidePages(files: readonly DocumentFile[]): readonly DocsPage[] {
  const index = files.find(({ path }) => path === "README.md")?.text ?? "";
  const order = [...index.matchAll(/\]\(([^)#]+\.md)/g)].map((match) => match[1]!);
  const rank = (path: string): number => (order.includes(path) ? order.indexOf(path) : order.length);
  return files
    .filter(({ path }) => path !== "README.md" && !GENERATED.has(path))
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .map(pageOf);
}

/** These have a page of their own, made from the same source. */
const GENERATED: ReadonlyMap<string, string> = new Map([["reference/errors.md", "errors"]]);

function pageOf({ path, text }: DocumentFile): DocsPage {
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const title = plain(headings.find(({ depth }) => depth === 1)?.text ?? path);
  return {
    path: pathOf(path),
    title,
    section: path.startsWith("guide/") ? "Guide" : path.startsWith("reference/gateways/") ? null : "Reference",
    contents: headings
      .filter(({ depth }) => depth === 2)
      .map((heading) => ({ id: anchorOf(heading.text), label: raw(escapeHtml(plain(heading.text))) })),
    text: `${title}\n${text}`,
    main: (place) => raw(rendered(path, tokens, place)),
  };
}

/** The address of the API as the files write it. */
const EXAMPLE = "http://127.0.0.1:8080/svc/v1";

const pathOf = (file: string): string => GENERATED.get(file) ?? file.replace(/\.md$/, "");

function rendered(file: string, tokens: Parameters<Marked["parser"]>[0], place: Place): string {
  const api = place.origin === "" ? EXAMPLE : `${place.origin}${place.base}`;
  const snippets = snippetsOf(api);
  let blocks = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens: inner, depth, text }) {
        const id = anchorOf(text);
        const content = this.parser.parseInline(inner);
        if (depth === 1) return `<h1>${content}</h1>`;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>`;
      },
      code({ text, lang = "" }) {
        if (!/^sh\b/.test(lang)) return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
        return blockView(snippets(text.replaceAll(EXAMPLE, api)), `block-${(blocks += 1)}`);
      },
      link({ href, tokens: inner }) {
        const content = this.parser.parseInline(inner);
        const target = targetOf(file, href, place);
        const elsewhere = target?.startsWith("https:") ? ' rel="noreferrer"' : "";
        return target === null ? content : `<a href="${escapeHtml(target)}"${elsewhere}>${content}</a>`;
      },
      table(token) {
        const cell = (inner: Tokens.TableCell, tag: string): string =>
          `<${tag}>${this.parser.parseInline(inner.tokens)}</${tag}>`;
        const head = token.header.some(({ text }) => text !== "")
          ? `<thead><tr>${token.header.map((one) => cell(one, "th")).join("")}</tr></thead>`
          : "";
        const rows = token.rows.map((row) => `<tr>${row.map((one) => cell(one, "td")).join("")}</tr>`);
        return `<div class="table" tabindex="0"><table>${head}<tbody>${rows.join("")}</tbody></table></div>`;
      },
    },
  });
  return marked.parser(tokens);
}

/** The address here of a link in a file; null: its target is not shown. */
function targetOf(file: string, href: string, place: Place): string | null {
  if (/^https?:/.test(href)) return href;
  if (href.startsWith("#")) return href;
  const { pathname, hash } = new URL(href, `http://docs/${file}`);
  const path = pathname.slice(1);
  if (path === "README.md") return place.docs;
  if (path === "openapi.json") return place.openapi;
  return /^(guide|reference)\/[\w/-]+\.md$/.test(path) ? `${addressOf({ path: pathOf(path) }, place)}${hash}` : null;
}

/** As the common renderers of Markdown make it from a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll("`", "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

const plain = (text: string): string => text.replaceAll(/[`*_]/g, "");
