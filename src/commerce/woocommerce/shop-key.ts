/**
 * Host and path of an address, which identify a shop. Whether the shop calls itself http or https depends on its
 * settings, and may change without it being a different shop. "" where the text is not an address.
 */
export function shopKeyOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname.replace(/\/+$/, "")}` : "";
}
