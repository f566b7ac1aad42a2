/** A row of a table in an SQL dump, by the names of its columns. */
export type DumpRow = ReadonlyMap<string, string | null>;

/** mysqldump writes statements of 1 MiB by default, and never one that MySQL would not read again: 1 GiB. */
const LONGEST = 64 * 1024 * 1024;

/** The dump has a statement that mysqldump does not write. The message contains none of its text. */
export class UnreadableDump extends Error {
  override readonly name = "UnreadableDump";
}

/**
 * Reads the rows of some tables from the text of a dump by mysqldump or phpMyAdmin. The dump is read statement by
 * statement, in the memory of the longest one.
 *
 * @param table the name under which the rows of a table are returned; null: the table is skipped
 */
export async function* dumpRows(
  source: AsyncIterable<string>,
  table: (name: string) => string | null,
): AsyncGenerator<{ readonly table: string; readonly row: DumpRow }> {
  const columns = new Map<string, readonly string[]>();
  for await (const statement of statements(source)) {
    const [, created, body] =
      /^\s*create table (?:if not exists )?[`"]?(\w+)[`"]?\s*\(([\s\S]*)\)/i.exec(statement) ?? [];
    if (created !== undefined) {
      columns.set(
        created,
        [...body!.matchAll(/^\s*[`"](\w+)[`"]\s/gm)].map(([, name]) => name!),
      );
      continue;
    }
    const head = ROWS.exec(statement);
    const name = head && table(head[1]!);
    if (!name) continue;
    const names = head[2]?.split(",").map((one) => one.replaceAll(/[`"\s]/g, "")) ?? columns.get(head[1]!);
    if (!names) throw new UnreadableDump("A row comes before the definition of its table.");
    for (const values of tuples(statement, head[0].length)) {
      if (values.length !== names.length) throw new UnreadableDump("A row has more or fewer values than columns.");
      yield { table: name, row: new Map(names.map((column, nth) => [column, values[nth]!])) };
    }
  }
}

/** As mysqldump and phpMyAdmin write it with any of their options. */
const ROWS =
  /^\s*(?:insert|replace) (?:(?:low_priority|delayed|high_priority) )?(?:ignore )?into [`"]?(\w+)[`"]?\s*(?:\(([^)]*)\)\s*)?values\s*/i;

/** Statements without their semicolon; comments between them are left out. */
async function* statements(source: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  let at = 0;
  let quote = "";
  for await (const part of source) {
    text += part;
    let start = 0;
    for (; at < text.length; at += 1) {
      const char = text[at]!;
      const before = text[at - 1];
      if (quote !== "") {
        // The character after a backslash may come with the next part.
        if (char === "\\" && quote === "'") at += 1;
        else if (char === quote && (quote !== "/" || before === "*")) quote = "";
      } else if (char === "'" || char === "`" || char === '"') quote = char;
      // Comments end with the line, or with the slash after an asterisk.
      else if ((char === "-" && before === "-") || (char === "#" && (before ?? "\n") === "\n")) quote = "\n";
      else if (char === "*" && before === "/") quote = "/";
      else if (char === ";") {
        yield withoutComments(text.slice(start, at));
        start = at + 1;
      }
    }
    text = text.slice(start);
    at -= start;
    if (text.length > LONGEST)
      throw new UnreadableDump("A statement of the dump is longer than 64 MiB, or never ends.");
  }
  if (quote !== "" && quote !== "\n") throw new UnreadableDump("The dump ends within a text: it is incomplete.");
  if (withoutComments(text).trim() !== "") {
    throw new UnreadableDump("The dump ends within a statement: it is incomplete.");
  }
}

const withoutComments = (statement: string): string =>
  statement.replace(/^(?:\s+|(?:--|#)[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, "");

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", "0": "\0", Z: "\u001A" };

/** The rows of `(1,'a',NULL),(2,'b',3)`. */
function* tuples(text: string, from: number): Generator<readonly (string | null)[]> {
  const opening = /\s*(?:'|([^\s,()']+))/y;
  const ending = /\s*([,)])/y;
  const between = /\s*,?\s*\(/y;
  let at = from;
  for (;;) {
    between.lastIndex = at;
    if (!between.test(text)) break;
    at = between.lastIndex;
    const values: (string | null)[] = [];
    for (let end = ","; end === ",";) {
      opening.lastIndex = at;
      const begun = opening.exec(text);
      const start = opening.lastIndex;
      const isQuoted = begun !== null && begun[1] === undefined;
      const stop = isQuoted ? quoteAfter(text, start) : start;
      ending.lastIndex = isQuoted ? stop + 1 : stop;
      const ended = begun && stop >= 0 ? ending.exec(text) : null;
      if (!begun || !ended) throw new UnreadableDump("A value of the dump cannot be read.");
      at = ending.lastIndex;
      values.push(valueOf(isQuoted ? text.slice(start, stop) : undefined, begun[1]));
      end = ended[1]!;
    }
    yield values;
  }
  if (text.slice(at).trim() !== "") throw new UnreadableDump("A statement of the dump cannot be read to its end.");
}

/**
 * The place of the quote that ends a text; -1: there is none. Not part of the pattern of a value: that needs stack for
 * each character, and ended at 12 MB, which the options of a site may have.
 */
function quoteAfter(text: string, from: number): number {
  const special = /['\\]/g;
  special.lastIndex = from;
  for (;;) {
    const at = special.exec(text)?.index;
    if (at === undefined) return -1;
    const isQuote = text[at] === "'";
    if (isQuote && text[at + 1] !== "'") return at;
    special.lastIndex = at + 2;
  }
}

function valueOf(quoted: string | undefined, bare: string | undefined): string | null {
  if (quoted === undefined) return bare!.toLowerCase() === "null" ? null : bare!;
  return quoted.replaceAll(/\\([\s\S])|''/g, (_, escaped: string | undefined) =>
    escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped),
  );
}
