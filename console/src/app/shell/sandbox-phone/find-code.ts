export function findCode(text: string): string | null {
  return /(?<![\p{L}\p{N}+@/._-])\d{6}(?![\p{L}\p{N}/_-])/u.exec(text)?.[0] ?? null;
}
