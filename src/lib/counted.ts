/** `1 user`, `0 users`, `2 entries`: a number with its noun, as people write it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
