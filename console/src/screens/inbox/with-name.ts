const NAME = /\{\{\s*(name|first_name)\s*(?:\|([^{}]*))?\}\}/g;

/** Puts the person's name into a text. Other variables stay, for the person who answers to see and to replace. */
export function withName(text: string, name: string | undefined): string {
  return text.replaceAll(NAME, (all, variable: string, otherwise: string | undefined) => {
    const known = variable === "name" ? name : name?.split(" ", 1)[0];
    return known || (otherwise?.trim() ?? all);
  });
}
