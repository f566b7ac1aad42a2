/** The result of a check, with a sentence that says what to do. */
export type CheckResult = { readonly level: "ok" | "warning" | "error"; readonly about: string; readonly text: string };

export const ok = (about: string, text: string): CheckResult => ({ level: "ok", about, text });
export const warning = (about: string, text: string): CheckResult => ({ level: "warning", about, text });
export const failure = (about: string, text: string): CheckResult => ({ level: "error", about, text });
