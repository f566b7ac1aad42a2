/**
 * A provider's own words, made fit for logs and API replies: secrets and message bodies are removed in every form in
 * which a provider may echo them, digits of phone numbers masked, control characters and white space folded, at most
 * 200 characters.
 */
export function loggableText(words: string, remove: readonly (string | undefined)[] = []): string {
  let text = words.slice(0, 8_000);
  const pieces = remove.flatMap((piece) => formsOf(piece ?? ""));
  // Longest first: a short piece removed from the middle would leave the rest of a long one.
  for (const piece of pieces.sort((left, right) => right.length - left.length)) text = text.split(piece).join("•••");
  return text
    .replace(/\+?\d[\d\s().-]{4,}\d/g, "…")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

function formsOf(piece: string): string[] {
  // Shorter pieces would remove parts of ordinary words, and so reveal themselves.
  if (piece.length < 4) return [];
  const json = JSON.stringify(piece).slice(1, -1);
  const bytes = Buffer.from(piece);
  const forms = [
    piece,
    uri(piece),
    new URLSearchParams([["", piece]]).toString().slice(1),
    json,
    JSON.stringify(json).slice(1, -1),
  ];
  return [...new Set([...forms, bytes.toString("base64"), bytes.toString("hex"), bytes.toString("hex").toUpperCase()])];
}

// encodeURIComponent throws on a lone surrogate, which only the validation of input keeps out.
const uri = (text: string): string => encodeURIComponent(text.toWellFormed());
