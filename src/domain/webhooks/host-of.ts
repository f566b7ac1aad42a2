/**
 * What may be shown of an endpoint's URL to everyone who may know that there is one: path and query may contain its
 * secret. Empty: the URL cannot be read.
 */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
