/**
 * The name under which wrong tokens are counted, which belong to no user: one for each address. Under a common name,
 * anyone could make everyone wait.
 */
export function withoutName(ip: string): string {
  return `address ${ip}`;
}
