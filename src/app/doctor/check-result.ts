/** The result of a check, with a sentence that says what to do. */
export type CheckResult = { readonly level: "ok" | "warning" | "error"; readonly about: string; readonly text: string };
