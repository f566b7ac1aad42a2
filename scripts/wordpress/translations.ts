/** WordPress's translation functions whose first argument is the text. The plugin has no plurals. */
const FUNCTIONS = ["esc_html__", "esc_html_e", "esc_attr__", "esc_attr_e", "__", "_e"];

const CALL = new RegExp(`(?<![\\w>$])(?:${FUNCTIONS.join("|")})\\(\\s*(['"])((?:(?!\\1)[^\\\\]|\\\\.)*)\\1`, "g");
const TRANSLATORS = /\/\*\s*(translators:[^*]*?)\s*\*\//;

/** Header fields of a plugin that WordPress shows translated. */
const HEADERS = ["Plugin Name", "Description"];

type Entry = { readonly text: string; readonly context?: string; places: Set<string>; notes: Set<string> };

type Block = { readonly title: string; readonly description: string; readonly keywords: readonly string[] };

/**
 * The translation template of a plugin's PHP and JavaScript files and its block: every string in the domain, with the
 * files that contain it and the notes to translators.
 */
export function templateOf(files: ReadonlyMap<string, Buffer>): string {
  const entries = new Map<string, Entry>();
  const add = (text: string, place: string, { note, context }: { note?: string; context?: string } = {}): void => {
    const key = JSON.stringify([context, text]);
    const entry = entries.get(key) ?? { text, ...(context && { context }), places: new Set(), notes: new Set() };
    entry.places.add(place);
    if (note !== undefined) entry.notes.add(note);
    entries.set(key, entry);
  };
  for (const [name, content] of files) {
    if (name.endsWith("/block.json")) {
      // WordPress translates these itself, in these contexts.
      const { title, description, keywords } = JSON.parse(content.toString()) as Block;
      add(title, name, { context: "block title" });
      add(description, name, { context: "block description" });
      for (const keyword of keywords) add(keyword, name, { context: "block keyword" });
    }
    if (!/\.(php|js)$/.test(name)) continue;
    const source = content.toString();
    if (name === "tidings.php") {
      for (const header of HEADERS) {
        const value = new RegExp(`\\* ${header}: +(.+)`).exec(source)?.[1];
        if (value) add(value, name, { note: `${header} of the plugin` });
      }
    }
    for (const found of source.matchAll(CALL)) {
      // The note is on the line before the call, or on the one before that.
      const before = source.slice(0, found.index).split("\n").slice(-3);
      const note = TRANSLATORS.exec(before.join("\n"))?.[1];
      add(found[2]!.replaceAll(/\\(.)/g, "$1"), name, note === undefined ? {} : { note });
    }
  }
  return [HEAD, ...[...entries.values()].map(shown)].join("\n");
}

const HEAD = `msgid ""
msgstr ""
"Project-Id-Version: Tidings\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: tidings\\n"
`;

function shown({ text, context, places, notes }: Entry): string {
  return [
    ...[...notes].map((note) => `#. ${note}`),
    `#: ${[...places].join(" ")}`,
    ...(context === undefined ? [] : [`msgctxt ${quoted(context)}`]),
    `msgid ${quoted(text)}`,
    'msgstr ""',
    "",
  ].join("\n");
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
