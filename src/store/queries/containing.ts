/** A LIKE pattern for text that contains `part`, whatever signs of the pattern language it is made of. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
