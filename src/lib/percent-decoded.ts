/** The text that a percent-encoded one stands for; null: its encoding is broken. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
