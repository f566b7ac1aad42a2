/** The bounds of shares with one decimal: the smallest above 0, and the largest below 1. */
const [some, most] = [0.001, 0.999];

/** The part of all, from 0 to 1. One person is never rounded to 0, nor all but a few to 1. */
export function shareOf(people: number, all: number): number {
  if (people === 0 || people === all) return people / all;
  return Math.min(most, Math.max(some, people / all));
}
