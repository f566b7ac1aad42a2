/**
 * Where the links in a text would lead for a person who is not there: as long as anybody's, and to a page that says so.
 */
export function sampleLinks(publicUrl: string | null): Readonly<Record<string, string>> {
  if (publicUrl === null) return {};
  const url = `${publicUrl}/p/l/${"A".repeat(30)}`;
  return { preferences_url: url, unsubscribe_url: `${url}#leave` };
}
