/** WordPress's translation functions whose first argument is the text. The plugin has no plurals. */
const FUNCTIONS = ["esc_html__", "esc_html_e", "esc_attr__", "esc_attr_e", "__", "_e"];

const CALL = new RegExp(`(?<![\\w>$])(?:${FUNCTIONS.join("|")})\\(\\s*(['"])((?:(?!\\1)[^\\\\]|\\\\.)*)\\1`, "g");
const TRANSLATORS = /\/\*\s*(translators:[^*]*?)\s*\*\//;

/** Header fields of a plugin that WordPress shows translated. */
const HEADERS = ["Plugin Name", "Description"];

type Entry = { readonly places: Set<string>; readonly notes: Set<string> };

/**
 * The translation template of a plugin's PHP and JavaScript files: every text in the domain, with the files where it
 * stands and the notes to translators.
 */
export function templateOf(files: ReadonlyMap<string, Buffer>): string {
  const entries = new Map<string, Entry>();
  const add = (text: string, place: string, note?: string): void => {
    const entry = entries.get(text) ?? { places: new Set<string>(), notes: new Set<string>() };
    entry.places.add(place);
    if (note !== undefined) entry.notes.add(note);
    entries.set(text, entry);
  };
  for (const [name, content] of files) {
    if (!/\.(php|js)$/.test(name)) continue;
    const source = content.toString();
    if (name === "tidings.php") {
      for (const header of HEADERS) {
        const value = new RegExp(`\\* ${header}: +(.+)`).exec(source)?.[1];
        if (value) add(value, name, `${header} of the plugin`);
      }
    }
    for (const found of source.matchAll(CALL)) {
      // The note stands on the line before the call, or on the one before that.
      const before = source.slice(0, found.index).split("\n").slice(-3);
      add(found[2]!.replaceAll(/\\(.)/g, "$1"), name, TRANSLATORS.exec(before.join("\n"))?.[1]);
    }
  }
  return [HEAD, ...[...entries].map(([text, entry]) => shown(text, entry))].join("\n");
}

const HEAD = `msgid ""
msgstr ""
"Project-Id-Version: Tidings\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"X-Domain: tidings\\n"
`;

function shown(text: string, { places, notes }: Entry): string {
  const quoted = `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
  return [
    ...[...notes].map((note) => `#. ${note}`),
    `#: ${[...places].join(" ")}`,
    `msgid ${quoted}`,
    'msgstr ""',
    "",
  ].join("\n");
}
