import type { Page } from "playwright-core";

/** Texts whose right-to-left override reaches beyond their own element, and would reverse the text beside them. */
const UNISOLATED = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.includes("\\u202E") || !text.parentElement.checkVisibility()) continue;
    let at = text.parentElement;
    const look = () => getComputedStyle(at);
    while (look().display === "inline" && !/isolate|plaintext/.test(look().unicodeBidi)) at = at.parentElement;
    if (/isolate|plaintext/.test(look().unicodeBidi)) continue;
    if (at.textContent.trim() !== text.data.trim()) found.push(at.outerHTML.slice(0, 200));
  }
  return found;
})()`;

/** Controls beyond an edge of the window to which nothing scrolls. A name may be cut at its end. */
const UNREACHABLE = `[...document.querySelectorAll("a[href], button, input, select, textarea, [role=tab]")].filter((one) => {
  let { left, right, width, height } = one.getBoundingClientRect();
  if (width < 2 || height < 2 || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  for (let at = one; at !== document.body; at = at.parentElement) {
    const { overflowX, clipPath, textOverflow } = getComputedStyle(at);
    // Shown when it has the focus.
    if (clipPath !== "none") return false;
    if (at === one) continue;
    if (/auto|scroll/.test(overflowX)) return false;
    const edge = at.getBoundingClientRect();
    if (textOverflow === "ellipsis") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
  }
  return left < -1 || right > innerWidth + 1 || right - left < 2;
}).map((one) => one.outerHTML.slice(0, 160))`;

/** Running text whose lines are longer than the eye finds back from: more than 65 times the size of the letters. */
const LONG_LINES = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("#screen"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (text.data.length < 90 || parent.closest("[role=row], tr, pre, code, textarea") || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const longest = Math.max(...[...range.getClientRects()].map(({ width }) => width));
    const em = longest / parseFloat(getComputedStyle(parent).fontSize);
    if (em > 65) found.push(Math.round(em) + " em: " + text.data.slice(0, 60));
  }
  return found;
})()`;

/**
 * Controls less than 40 px high, too small for a finger. Links within a sentence are as high as its line; a link that
 * covers the row of a list is as high as the row.
 */
const SMALL_TARGETS = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  if (width < 2 || height < 2 || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  if (one.matches("[type=checkbox], [type=radio], [role=switch], [class*=PillsInputField]")) return false;
  if (one.closest("p, dd, li > span") || getComputedStyle(one).clipPath !== "none") return false;
  return getComputedStyle(one, "::after").position !== "absolute" && height < 39.5;
}).map((one) => one.outerHTML.slice(0, 160))`;

/** Cards of a list whose cells take more than the two lines for which there is room. */
const CROWDED_CARDS = `[...document.querySelectorAll("[role=row]")].filter((row) => {
  if (row.getBoundingClientRect().height < 2) return false;
  const middles = [...row.children].map((cell) => cell.getBoundingClientRect())
    .filter(({ width, height }) => width > 2 && height > 2).map(({ top, bottom }) => (top + bottom) / 2);
  return middles.toSorted((a, b) => a - b).filter((middle, nth, all) => nth === 0 || middle - all[nth - 1] > 8).length > 2;
}).map((row) => row.innerText.slice(0, 160))`;

/**
 * What is chosen in a field, and short cells of a list, that end in an ellipsis: nobody can
 * tell what they say. Long texts may be cut: the row leads to the whole.
 */
const CUT_WORDS = `(() => {
  const pen = document.createElement("canvas").getContext("2d");
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 2;
  const choices = [...document.querySelectorAll("#screen select")].filter(seen).filter((one) => {
    const { fontWeight, fontSize, fontFamily, paddingInlineStart, paddingInlineEnd } = getComputedStyle(one);
    pen.font = [fontWeight, fontSize, fontFamily].join(" ");
    const room = one.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
    return pen.measureText(one.selectedOptions[0]?.text ?? "").width > room + 1;
  }).map((one) => one.selectedOptions[0].text);
  const fields = [...document.querySelectorAll("#screen input[readonly], #screen input[role=combobox]")].filter(seen)
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.value || one.placeholder);
  const cells = [...document.querySelectorAll("#screen [role=cell], #screen [role=columnheader]")].filter(seen)
    .filter((one) => one.innerText.length <= 24 && one.scrollWidth > one.clientWidth).map((one) => one.innerText);
  return [...new Set([...choices, ...fields, ...cells])];
})()`;

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate<string[]>(SMALL_TARGETS);
export const unisolatedTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(UNISOLATED);
export const unreachable = (page: Page): Promise<string[]> => page.evaluate<string[]>(UNREACHABLE);
export const longLines = (page: Page): Promise<string[]> => page.evaluate<string[]>(LONG_LINES);
export const crowdedCards = (page: Page): Promise<string[]> => page.evaluate<string[]>(CROWDED_CARDS);
export const cutWords = (page: Page): Promise<string[]> => page.evaluate<string[]>(CUT_WORDS);
