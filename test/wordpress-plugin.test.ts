import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import parsePhoneNumberFromString from "libphonenumber-js/max";
import { expect, test } from "vitest";

import { pluginFiles, templateName } from "../scripts/wordpress/files.ts";
import { templateOf } from "../scripts/wordpress/translations.ts";
import { zip } from "../scripts/wordpress/zip.ts";

/**
 * What can be checked of the companion without PHP: the rules of the WordPress coding standard that guard a site. Its
 * tests on a real site are test/flows/wordpress/*.test.ts.
 */
const files = await pluginFiles();
const php = [...files]
  .filter(([name]) => name.endsWith(".php"))
  .map(([name, content]) => [name, content.toString()] as const);
const lines = php.flatMap(([name, source]) => source.split("\n").map((text, at) => ({ name, at, text, source })));
const place = ({ name, at, text }: (typeof lines)[number]): string => `${name}:${at + 1} ${text.trim()}`;
/** Whether a check of the standard was switched off for a line, with a reason: on it, before it, or around it. */
function excused({ source, at }: (typeof lines)[number], check: string): boolean {
  const all = source.split("\n");
  const here = new RegExp(`phpcs:(ignore|disable) .*WordPress\\.${check}.* -- .{10}`);
  if (all.slice(Math.max(0, at - 1), at + 1).some((text) => here.test(text))) return true;
  const before = all.slice(0, at).filter((text) => /phpcs:(disable|enable)/.test(text));
  return here.test(before.at(-1) ?? "");
}
/** A line without the calls of these functions, whatever their arguments. */
function without(text: string, functions: RegExp): string {
  for (let found = functions.exec(text); found; found = functions.exec(text)) {
    let end = found.index + found[0].length;
    for (let open = 1; open > 0 && end < text.length; end += 1)
      open += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
    text = text.slice(0, found.index) + text.slice(end);
  }
  return text;
}

test("no file of the plugin does anything when a browser requests it directly", () => {
  for (const [name, source] of php) {
    if (name.endsWith("index.php")) continue;
    expect(source, name).toMatch(/defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \)[^;]*\|\| exit;/);
  }
});

test("what is printed is escaped, or says why not", () => {
  const safe = /\b(wp_kses(_post)?|esc_(html|attr|url|textarea)(__|_e)?|wp_json_encode|checked)\(/;
  const plain = php.flatMap(([name, source]) => {
    const words = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'/g, (text) =>
      text.startsWith("'") ? "''" : text.replaceAll(/[^\n]/g, ""),
    );
    return [...words.matchAll(/\b(?:echo|printf\()[^;]*/g)].flatMap((found) => {
      // A choice between two texts prints nothing of its condition.
      const said = without(found[0], safe).replaceAll(/\$[\w[\]'>-]+ \? '?'?/g, "");
      const at = words.slice(0, found.index).split("\n").length - 1;
      return /\$|\w\(/.test(said.replace(/^printf\(/, "")) ? [{ name, source, at, text: found[0] }] : [];
    });
  });
  expect(plain.filter((line) => !excused(line, "Security.EscapeOutput")).map(place)).toEqual([]);
});

test("input is unslashed and sanitized, or says why not", () => {
  const read = lines.filter(
    ({ text }) => /\$_(POST|GET|REQUEST|COOKIE|SERVER)\[/.test(text) && !/^\s*(\*|\/\/)/.test(text),
  );
  const raw = read.filter((line) => {
    const { text } = line;
    if (/isset\( \$_(POST|GET)\[[^)]*\) ?\)? ?\{?$|empty\( \$_POST/.test(text.trim())) return false;
    if (excused(line, "Security.ValidatedSanitizedInput")) return false;
    return !/wp_unslash\( \$_|sanitize_key\( \$_/.test(text) && !/^\s*if \( ! isset\(/.test(text);
  });
  expect(raw.map(place)).toEqual([]);
});

test("every form action checks its nonce and the right first", () => {
  const source = files.get("includes/screen-actions.php")!.toString();
  const actions = [...source.matchAll(/'admin_post_(tidings_\w+)', __NAMESPACE__ \. '\\\\(\w+)'/g)];
  expect(actions.length).toBe(4);
  for (const [, action, name] of actions) {
    expect(source).toMatch(new RegExp(`function ${name}\\(\\) \\{\\n\\tguard\\( '${action}' \\);`));
  }
  expect(source).toMatch(/function guard[^}]*check_admin_referer[^}]*current_user_can\( 'manage_options' \)/);
});

test("every route of the site's REST API names who may call it", () => {
  for (const [name, source] of php) {
    const routes = source.match(/register_rest_route\(/g)?.length ?? 0;
    expect([name, source.match(/'permission_callback'/g)?.length ?? 0]).toEqual([name, routes]);
    expect(source, name).not.toContain("__return_true");
  }
});

test("statements of SQL are prepared, or say why not", () => {
  const statements = lines.filter(
    ({ text }) => /\$wpdb->(query|get_\w+)\(/.test(text) && !/get_blog_prefix/.test(text),
  );
  expect(statements.filter((line) => !excused(line, "DB")).map(place)).toEqual([]);
});

test("nothing in the plugin needs more than PHP 7.4, or does what a plugin must not", () => {
  const newer =
    /\?->|\bmatch \(|\bstr_(contains|starts_with|ends_with)\(|\breadonly\b|\benum \w|#\[|: (mixed|never|static)\b/;
  const forbidden =
    /\b(eval|exec|shell_exec|system|passthru|create_function|extract|unserialize|curl_init|fsockopen|query_posts)\(/;
  const found = lines.filter(
    ({ text }) => !/^\s*(\*|\/\/|\/\*)/.test(text) && (newer.test(text) || forbidden.test(text)),
  );
  expect(found.map(place)).toEqual([]);
});

test("every text is in the plugin's own domain, and the translation template has them all", () => {
  const calls = lines.filter(({ text }) => /(?<![\w>$])(__|_e|esc_html__|esc_html_e|esc_attr__)\( '/.test(text));
  expect(calls.filter(({ text }) => !text.includes("'tidings' )")).map(place)).toEqual([]);
  // Stale: npm run build:wordpress.
  expect(files.get(templateName)!.toString()).toBe(templateOf(files));
});

test("header, constant and readme name the same versions", () => {
  const main = files.get("tidings.php")!.toString();
  const readme = files.get("readme.txt")!.toString();
  const version = /\* Version: +(\S+)/.exec(main)![1];
  expect([/const VERSION = '([^']+)'/.exec(main)![1], /Stable tag: (\S+)/.exec(readme)![1]]).toEqual([
    version,
    version,
  ]);
  for (const name of ["Requires at least", "Requires PHP"]) {
    expect(new RegExp(`${name}: +(\\S+)`).exec(main)![1]).toBe(new RegExp(`${name}: +(\\S+)`).exec(readme)![1]);
  }
});

test("header and readme name the author, the license and the requirements", () => {
  const main = files.get("tidings.php")!.toString();
  for (const name of ["Plugin Name", "Description", "Requires at least", "Requires PHP", "Author", "Text Domain"]) {
    expect(main, name).toMatch(new RegExp(`^ \\* ${name}: +\\S`, "m"));
  }
  const readme = files.get("readme.txt")!.toString();
  for (const name of ["Contributors", "Tags", "Requires at least", "Tested up to", "Requires PHP", "Stable tag"]) {
    expect(readme, name).toMatch(new RegExp(`^${name}: \\S`, "m"));
  }
  expect(readme.match(/^Tags: (.*)$/m)![1]!.split(",").length).toBeLessThanOrEqual(5);
  for (const text of [main, readme]) {
    expect(text).toMatch(/License: +GPL-2\.0-or-later/);
    expect(text).toContain("https://www.gnu.org/licenses/gpl-2.0.html");
  }
  // WordPress's directory shows no more than 150 letters of it.
  expect(readme.split("\n\n")[1]!.length).toBeLessThanOrEqual(150);
  expect(readme).toContain(`= ${/\* Version: +(\S+)/.exec(main)![1]} =`);
});

test("each example of a number is a mobile number of its country", () => {
  const source = files.get("includes/country.php")!.toString();
  const examples = [...source.matchAll(/'([A-Z]{2})' => '(\+[^']+)'/g)];
  expect(examples.length).toBeGreaterThan(50);
  const wrong = examples.filter(([, country, number]) => {
    const read = parsePhoneNumberFromString(number!);
    return read?.country !== country || !/MOBILE/.test(String(read?.getType()));
  });
  expect(wrong.map(([all]) => all)).toEqual([]);
});

test("nobody is given an address of plain permalinks that accepts no PUT: it begins with index.php", async () => {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const names = globSync(["docs/**/*.md", "src/**/*.ts", "wordpress/**/*.{php,txt}"], { cwd: root });
  const found = names.flatMap((name) =>
    readFileSync(join(root, name), "utf8")
      .split("\n")
      .flatMap((text, at) => (/(?<!index\.php)\?rest_route=\//.test(text) ? [`${name}:${at + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

test("the zip of the same files is the same bytes", () => {
  const entries = [...files].map(([name, content]) => ({ name: `tidings/${name}`, content }));
  const digest = (): string => createHash("sha256").update(zip(entries)).digest("hex");
  expect(digest()).toBe(digest());
  expect(zip(entries).subarray(0, 4)).toEqual(Buffer.from("PK\u0003\u0004"));
});
