import type { Phone } from "#domain/recipients/phone";

/** Area codes of the United States and Canada. 202 and 500 are absent: the documentation and the sandbox use them. */
const AREA_CODES = `201 203 204 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 226 228 229 231 234 236
239 240 248 250 251 252 253 254 256 260 262 267 269 270 276 281 289 301 302 303 304 305 306 307 308 309 310 312 313 314
315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 343 346 347 351 352 360 361 385 386 403 404 405`.split(
  /\s+/,
);

type Range = { readonly country: string; readonly count: number; readonly number: (nth: number) => string };

const digits = (nth: number, length: number): string => String(nth).padStart(length, "0");

/**
 * Numbers that are never assigned: regulators reserve them for films and books (NANPA, Ofcom, Arcep, ComReg,
 * Bundesnetzagentur, PTS).
 */
const RANGES: readonly Range[] = [
  {
    country: "US",
    count: AREA_CODES.length * 100,
    number: (nth) => `+1${AREA_CODES[nth % AREA_CODES.length]}55501${digits(Math.floor(nth / AREA_CODES.length), 2)}`,
  },
  { country: "FR", count: 10_000, number: (nth) => `+3363998${digits(nth, 4)}` },
  { country: "GB", count: 1_000, number: (nth) => `+447700900${digits(nth, 3)}` },
  { country: "IE", count: 100_000, number: (nth) => `+3532091${digits(nth, 5)}` },
  { country: "DE", count: 100, number: (nth) => `+4917139200${digits(nth, 2)}` },
  { country: "SE", count: 95, number: (nth) => `+467017406${digits(nth + 5, 2)}` },
];

/** The order in which ranges are used, repeated; a range without free numbers is skipped. */
const TURNS = "US FR US GB US IE US FR DE US GB FR US IE US FR SE US GB US".split(" ");

/** As many as there can be people in the demo. */
export const MAX_NUMBERS = 50_000;

/** The first `count` numbers, each once. */
export function fictionalNumbers(count: number): Phone[] {
  const used = new Map(RANGES.map((range) => [range.country, 0]));
  const numbers: Phone[] = [];
  for (let turn = 0; numbers.length < count; turn += 1) {
    const country = TURNS[turn % TURNS.length]!;
    const range = RANGES.find((one) => one.country === country)!;
    const nth = used.get(country)!;
    if (nth >= range.count) continue;
    used.set(country, nth + 1);
    numbers.push(range.number(nth) as Phone);
  }
  return numbers;
}
