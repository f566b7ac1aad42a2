import { escapeHtml } from "../../escape-html.ts";
import { shellSteps } from "./shell-calls.ts";
import { canKeep, pythonOf, typescriptOf } from "./snippets.ts";

/** A shell block in every language that has a translation of it. */
export type Snippet = { readonly language: "Shell" | "curl" | "TypeScript" | "Python"; readonly text: string };

/**
 * The shell blocks of one page, in its order: a variable set by one is available to the next.
 *
 * @param api address of the API: what a page calls $API
 */
export function snippetsOf(api: string): (shell: string) => readonly Snippet[] {
  const known = { ts: new Set<string>(), python: new Set<string>() };
  return (shell) => {
    const steps = shellSteps(shell);
    if (!steps || steps.some((step) => step.kind === "call" && !canKeep(step))) {
      return [{ language: "Shell", text: shell }];
    }
    return [
      { language: "curl", text: shell },
      { language: "TypeScript", text: typescriptOf(steps, known.ts, api) },
      { language: "Python", text: pythonOf(steps, known.python, api) },
    ];
  };
}

/** One block, or tabs that need no script: a radio button shows what follows it. As HTML. */
export function blockView(snippets: readonly Snippet[], id: string): string {
  const block = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre>`;
  if (snippets.length === 1) return block(snippets[0]!.text);
  const choices = snippets.map(({ language }, index) => {
    const checked = index === 0 ? " checked" : "";
    const input = `<input type="radio" name="${id}" id="${id}-${index}" value="${language}"${checked}>`;
    return `${input}<label for="${id}-${index}">${language}</label>`;
  });
  return `<div class="tabs">${choices.join("")}${snippets.map(({ text }) => block(text)).join("")}</div>`;
}
