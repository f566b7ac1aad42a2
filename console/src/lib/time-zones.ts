/** For a `Select`: the zones that the browser knows, and the one that is chosen. */
export function zoneOptions(chosen: string): { readonly value: string; readonly label: string }[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])]
    .filter((zone) => zone !== "")
    .map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
