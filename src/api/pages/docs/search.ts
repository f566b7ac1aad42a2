import { html } from "hono/html";
import MiniSearch from "minisearch";

import type { Html } from "../layout.ts";
import { addressOf, type DocsPage, type Place } from "./page.ts";
import { LONGEST_QUERY, searchForm } from "./search-form.ts";

const MOST = 30;

/** Maximum words of a query. Anyone may search, and 100 letters took 180 ms of the process that sends. */
const WORDS = 8;
/** Maximum typos in a word: with more, a long word would be compared with every other. */
const SLIPS = 2;

type Section = {
  readonly id: number;
  readonly page: DocsPage;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
};

/** Finds sections of the pages by words, prefixes of words, and words with typos. */
export function searchOf(pages: readonly DocsPage[]): (query: string) => readonly Section[] {
  const wordsIn = MiniSearch.getDefault("tokenize") as (text: string) => string[];
  const sections = pages.flatMap(sectionsOf).map((section, id): Section => ({ ...section, id }));
  const index = new MiniSearch<Section>({
    fields: ["heading", "title", "text"],
    extractField: (section, field) =>
      field === "title" ? section.page.title : String(section[field as "id" | "heading" | "text"]),
    searchOptions: {
      // Not at spaces alone: the index separates words at punctuation marks, too.
      tokenize: (text) => wordsIn(text).slice(0, WORDS),
      boost: { heading: 4, title: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: SLIPS,
      combineWith: "AND",
    },
  });
  index.addAll(sections);
  return (query) =>
    index
      .search(query.slice(0, LONGEST_QUERY))
      .slice(0, MOST)
      .map(({ id }) => sections[id as number]!);
}

/** A Markdown page is split at its headings; any other page has one section for each of its anchors. */
function sectionsOf(page: DocsPage): Omit<Section, "id">[] {
  if (page.text === undefined) {
    return page.contents.map(({ id, title = id, words = id }) => ({ page, anchor: id, heading: title, text: words }));
  }
  return page.text.split(/^## /m).map((part, index) => {
    const [first, ...rest] = part.split("\n");
    const heading = index === 0 ? page.title : first!;
    const anchor = index === 0 ? "" : (page.contents[index - 1]?.id ?? "");
    return { page, anchor, heading, text: index === 0 ? part : rest.join("\n") };
  });
}

export function searchPage(query: string, found: readonly Section[]): DocsPage {
  return {
    path: "search",
    title: query === "" ? "Search" : `Search: ${query}`,
    section: null,
    contents: [],
    main: (place) =>
      html`<h1>Search</h1>
        ${searchForm(place, query)}
        ${query !== "" && found.length === 0 ? html`<p>Nothing was found for ${JSON.stringify(query)}.</p>` : ""}
        <ul class="found">
          ${found.map((section) => foundView(section, query, place))}
        </ul>`,
  };
}

function foundView({ page, anchor, heading, text }: Section, query: string, place: Place): Html {
  const address = `${addressOf(page, place)}${anchor === "" ? "" : `#${anchor}`}`;
  return html`<li>
    <a href="${address}">${heading.replaceAll("`", "")}</a> <span class="quiet">${page.title}</span>
    <p>${excerptOf(text, query)}</p>
  </li>`;
}

/** The text around the first match, without Markdown markup. */
function excerptOf(text: string, query: string): string {
  const clean = text.replaceAll(/```[^\n]*|[`*#|]|\]\([^)]*\)|\[|-{3,}/g, " ").replaceAll(/\s+/g, " ");
  const first = query.trim().split(/\s+/)[0]?.toLowerCase() ?? "";
  const start = Math.max(0, clean.toLowerCase().indexOf(first) - 60);
  return `${start > 0 ? "… " : ""}${clean.slice(start, start + 200).trim()} …`;
}
