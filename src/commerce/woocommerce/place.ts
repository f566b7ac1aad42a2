/**
 * Host and path of an address, which is what a shop is known by. Whether it says http or https of itself is a matter of
 * its settings, and changes without the shop being another one. "" where the text is no address.
 */
export function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname.replace(/\/+$/, "")}` : "";
}
