/** Links for a person who does not exist: as long as anyone's, and to a page that says so. */
export function sampleLinks(publicUrl: string | null): Readonly<Record<string, string>> {
  if (publicUrl === null) return {};
  const url = `${publicUrl}/p/l/${"A".repeat(30)}`;
  return { preferences_url: url, unsubscribe_url: `${url}#leave` };
}
