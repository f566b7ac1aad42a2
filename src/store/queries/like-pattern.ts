/** A LIKE pattern for text that contains `part`, with the pattern's special characters escaped. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
