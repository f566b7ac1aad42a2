/**
 * A shell block of a page, with the instructions in its info string:
 *
 * - `not-run="reason"`: it needs something that no test machine has (a provider's account, a system service).
 * - `background`: it starts a server, which runs until the end of the page.
 * - `until="text"`: it runs until its output has this text, and is then interrupted, as a reader presses Ctrl-C.
 * - `retry`: one command that requests what arrives a moment later, and is repeated as a reader would.
 * - `status=400`: its calls are refused with this status, and the page says so.
 */
export type ShellBlock = {
  /** Of the opening fence, starting at 1. */
  readonly line: number;
  readonly text: string;
  readonly notRun: string | null;
  readonly background: boolean;
  readonly until: string | null;
  readonly retry: boolean;
  readonly status: number | null;
};

const FENCE = /^([ \t]*)```sh\b([^\n]*)\n([\s\S]*?)^\1```[ \t]*$/gm;
const KNOWN = /^(\s+(not-run="[^"]+"|background|retry|until="[^"]+"|status=\d{3}))*\s*$/;

/** The shell blocks of a page, in order. @throws on an info string that says something else */
export function shellBlocks(page: string): ShellBlock[] {
  return [...page.matchAll(FENCE)].map((match) => {
    const [, indent = "", info = "", text = ""] = match;
    const line = page.slice(0, match.index).split("\n").length;
    if (!KNOWN.test(info)) throw new Error(`line ${line}: unknown info string of a shell block: ${info}`);
    const status = /\bstatus=(\d+)/.exec(info)?.[1];
    return {
      line,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      notRun: /not-run="([^"]+)"/.exec(info)?.[1] ?? null,
      background: /(^|\s)background\b/.test(info.replaceAll(/"[^"]*"/g, '""')),
      retry: /(^|\s)retry\b/.test(info.replaceAll(/"[^"]*"/g, '""')),
      until: /until="([^"]+)"/.exec(info)?.[1] ?? null,
      status: status === undefined ? null : Number(status),
    };
  });
}
