/** A call of the API, as a line of a shell block writes it with curl. Texts may hold variables of the shell: `$ID`. */
export type ShellCall = {
  readonly method: string;
  /** Below the base path, with the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The variable that keeps a part of the reply, and the pattern by which grep finds it. */
  readonly keeps: { readonly variable: string; readonly pattern: string } | null;
};

export type ShellStep = { readonly kind: "credentials" } | ({ readonly kind: "call" } & ShellCall);

const KEEPS = /^([A-Z]+)=\$\((curl .*?) \| grep -\w+ '([^']+)'.*\)(?:\s+#.*)?$/;

/** What a shell block does with the API; null where it does something else as well. */
export function shellSteps(block: string): readonly ShellStep[] | null {
  const steps: ShellStep[] = [];
  for (const line of block.replaceAll("\\\n", " ").split("\n")) {
    if (line.trim() === "" || line.startsWith("export TIDINGS=")) continue;
    const kept = KEEPS.exec(line);
    if (line.startsWith("export API=")) steps.push({ kind: "credentials" });
    else {
      const call = readCurl(kept ? kept[2]! : line, kept && { variable: kept[1]!, pattern: kept[3]! });
      if (call === null) return null;
      steps.push({ kind: "call", ...call });
    }
  }
  return steps.length === 0 ? null : steps;
}

function readCurl(line: string, keeps: ShellCall["keeps"]): ShellCall | null {
  const [program, ...words] = shellWords(line);
  if (program !== "curl") return null;
  let method: string | null = null;
  let path = "";
  let body: unknown;
  let isQuery = false;
  const headers: Record<string, string> = {};
  const fields: [string, string][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === "-u") at += 1;
    else if (word === "-X") method = words[(at += 1)]!;
    else if (word === "--get") isQuery = true;
    else if (word === "--json") body = JSON.parse(words[(at += 1)]!);
    else if (word === "-H") {
      const [name = "", ...value] = words[(at += 1)]!.split(":");
      headers[name] = value.join(":").trim();
    } else if (word === "-d" || word === "--data-urlencode") {
      const [name = "", ...value] = words[(at += 1)]!.split("=");
      fields.push([name, value.join("=")]);
    } else if (word.startsWith("$API/")) path = word.slice("$API".length);
    else return null;
  }
  if (path === "") return null;
  if (isQuery) path += `?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
  else if (fields.length > 0) body = Object.fromEntries(fields);
  return { method: method ?? (body === undefined ? "GET" : "POST"), path, headers, body, keeps };
}

/** Words as a shell splits them: without quotes, with variables unexpanded. A comment ends the line. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [, word = ""] of line.replace(/\s#.*$/, "").matchAll(/\s*((?:'[^']*'|"[^"]*"|[^\s'"])+)/g)) {
    words.push(
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""),
    );
  }
  return words;
}
