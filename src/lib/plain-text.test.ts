import { expect, test } from "vitest";

import { cutText, plainText } from "./plain-text.ts";

test.each([
  ["Tea &amp; <b>cake</b> &#8217;&#x2019;&euro;&nbsp;5", "Tea & cake ’’€ 5"],
  ["line<br/>break\r\n\tand <!-- an invisible comment -->more", "line break and more"],
  ["AT&T &unknown; a < b > c, I <3 you", "AT&T &unknown; a < b > c, I <3 you"],
  ["Caf&eacute; &Uuml;ber&szlig; &ccedil; &OElig;uf Sm&oslash;r &Scaron; &ntilde;", "Café Überß ç Œuf Smør Š ñ"],
  ["&bull; 12&deg; &frac12; &middot; &qacute;", "• 12° ½ · &qacute;"],
  ["&amp;lt;b&amp;gt; &amp;#37;", "&lt;b&gt; &#37;"],
  ["&#9999999; &#0;\u0000&#55296;", "\ufffd"],
  ["\u202eevil\u200b soft\u00adhyphen", "evil softhyphen"],
  ["می\u200cخواهم 👩\u200d💻", "می\u200cخواهم 👩\u200d💻"],
])("%j is shown as %j", (html, expected) => {
  expect(plainText(html)).toBe(expected);
});

test("a page of unclosed tags is converted in linear time", () => {
  const before = process.cpuUsage();
  plainText("<a ".repeat(100_000));
  // Code that scanned from each of them to the end would take at least twice as long on the fastest computer.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test("a cut leaves no half of a pair", () => {
  expect(cutText("a😀b", 2)).toBe("a");
  expect(cutText("a😀b", 3)).toBe("a😀");
});
