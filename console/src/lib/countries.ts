/** Every country that has phone numbers, as two letters each. */
const codes =
  "ACADAEAFAGAIALAMAOARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGTGUGWGYHKHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTATCTDTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW";

/** The countries by name in the reader's language, for a choice among them. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(document.documentElement.lang || "en", { type: "region" });
  return (codes.match(/../g) ?? [])
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** `Germany`, or the letters where the browser does not know them. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(document.documentElement.lang || "en", { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
