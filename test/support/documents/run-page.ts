import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { ShellBlock } from "./shell-blocks.ts";
import { main } from "../service/main.ts";
import { bareEnvironment } from "../service/processes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** curl exits with 0 for any status; here a response that the page does not expect ends the page. */
const PRELUDE = `
set -euo pipefail
# What a page writes goes to the run's own folder; programs of the project run in the project's.
npm() (cd "$PROJECT" && command npm "$@")
status='2??'
curl() {
  local body code
  body=$(mktemp -p "$TMPDIR")
  code=$(command curl --silent --show-error --output "$body" --write-out '%{http_code}' "$@")
  cat "$body"
  case "$code" in $status) ;; *) echo "expected $status, was $code: curl $*" >&2; return 1 ;; esac
}
# npm takes a second of CPU to find the program beside which it runs. That it does is proven by operate/npm-start and
# package/package.
npx() (
  cd "$PROJECT"
  if [ "$1" = tidings ]; then shift; node "$MAIN" "$@"; else command npx "$@"; fi
)
export -f npx npm
# Runs a block until its output has a text, then interrupts it as Ctrl-C does.
until_printed() {
  local output="$TMPDIR/until" pid
  mkfifo "$output.pipe"
  setsid bash -c "$2" > "$output.pipe" 2>&1 &
  pid=$!
  local line found=
  while IFS= read -r line; do
    printf '%s\\n' "$line"
    case "$line" in *"$1"*) found=yes; break ;; esac
  done < "$output.pipe"
  kill -INT -- "-$pid" 2>/dev/null || true
  rm -f "$output.pipe"
  [ -n "$found" ] || { echo "never printed: $1" >&2; return 1; }
}
# A job may have ended by itself and still be listed.
trap 'jobs -p | while read -r pid; do kill -- "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true; done; exit' EXIT
`;

export type PageRun = { readonly code: number | null; readonly output: string };

/**
 * Runs the shell blocks of a page one after the other in one shell, in a folder that is removed afterwards.
 *
 * @param options.replace what the reader would replace: a placeholder of the page, and its value
 * @param options.environment of the shell: the settings of the service beside which commands run
 * @returns the exit code of the shell, and all its output, each block after its line on the page
 */
export async function runPage(
  blocks: readonly ShellBlock[],
  options: {
    readonly replace: readonly (readonly [placeholder: string, value: string])[];
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<PageRun> {
  const folder = await mkdtemp(join(tmpdir(), "tidings-page-"));
  const replaced = (text: string): string =>
    options.replace.reduce((done, [placeholder, value]) => done.replaceAll(placeholder, value), text);
  const script = [PRELUDE, ...blocks.filter(({ notRun }) => notRun === null).map((one) => step(one, replaced))];
  const file = join(folder, "page.sh");
  await writeFile(file, script.join("\n"));
  const shell = spawn("bash", [file], {
    cwd: folder,
    env: {
      ...bareEnvironment,
      PROJECT: root,
      MAIN: main,
      HOME: folder,
      TMPDIR: folder,
      LC_ALL: "C.UTF-8",
      ...options.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  shell.stdout.on("data", (data: Buffer) => (output += data.toString()));
  shell.stderr.on("data", (data: Buffer) => (output += data.toString()));
  const code = await new Promise<number | null>((resolve) => shell.once("exit", resolve));
  await rm(folder, { recursive: true, force: true });
  return { code, output };
}

function step(block: ShellBlock, replaced: (text: string) => string): string {
  const text = replaced(block.text);
  const announce = `echo "== line ${block.line}"`;
  if (block.until !== null) return [announce, `until_printed ${quoted(block.until)} ${exported(text)}`].join("\n");
  if (block.retry) return [announce, `until { ${text.trim()}; }; do sleep 0.2; done`].join("\n");
  if (block.background) return [announce, `set -m`, `( ${text} ) &`, `set +m`].join("\n");
  if (block.status !== null) return [announce, `status=${block.status}`, text.trimEnd(), `status='2??'`].join("\n");
  return [announce, text].join("\n");
}

/** A block for a shell of its own, which knows the variables that the page has set and plain curl. */
function exported(text: string): string {
  return `"$(declare -p TIDINGS API ID 2>/dev/null)"$'\\n'${quoted(text)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
