/** What a look found, in a sentence that says what to do. */
export type Finding = { readonly level: "ok" | "warning" | "fault"; readonly about: string; readonly text: string };
