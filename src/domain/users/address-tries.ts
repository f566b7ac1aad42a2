/**
 * The name under which wrong tokens are counted, because they belong to no user: one for each address. With a single
 * name for all, anyone could make everyone wait.
 */
export function triesOfAddress(ip: string): string {
  return `address ${ip}`;
}
