/** Monday is 1, Sunday 7. */
export type HolidayRule =
  /** `observed`: what happens if it is at a weekend. `nearest`: Friday or Monday; `after`: the next working day. */
  | { readonly month: number; readonly day: number; readonly observed?: "nearest" | "after" }
  | { readonly month: number; readonly weekday: number; readonly nth: 1 | 2 | 3 | 4 | "last" }
  /** Days after Easter Sunday. */
  | { readonly easter: number };

const on = (month: number, day: number): HolidayRule => ({ month, day });
const nearest = (month: number, day: number): HolidayRule => ({ month, day, observed: "nearest" });
const after = (month: number, day: number): HolidayRule => ({ month, day, observed: "after" });
const monday = (month: number, nth: 1 | 2 | 3 | 4 | "last"): HolidayRule => ({ month, weekday: 1, nth });

const MARDI_GRAS: HolidayRule = { easter: -47 };
const GOOD_FRIDAY: HolidayRule = { easter: -2 };
const EASTER_MONDAY: HolidayRule = { easter: 1 };
const ASCENSION: HolidayRule = { easter: 39 };
const WHIT_MONDAY: HolidayRule = { easter: 50 };

/** When the sources below were last read. */
export const HOLIDAYS_CHECKED = "2026-11-27";

/** 5 U.S.C. 6103. */
const federal: readonly HolidayRule[] = [
  nearest(1, 1),
  monday(1, 3),
  monday(2, 3),
  monday(5, "last"),
  nearest(6, 19),
  nearest(7, 4),
  monday(9, 1),
  monday(10, 2),
  nearest(11, 11),
  { month: 11, weekday: 4, nth: 4 },
  nearest(12, 25),
];

/**
 * Days of the whole country or state; those of single regions within it are not included: a number does not tell the
 * region. Countries without a rule about public holidays are in {@link openOnHolidays}.
 */
export const holidayRules: Readonly<Record<string, readonly HolidayRule[]>> = {
  // National; states proclaim their own substitutes for 25 April. Telecommunications (Telemarketing and Research Calls)
  // Industry Standard 2017: no calls on Sundays and national public holidays.
  AU: [after(1, 1), after(1, 26), GOOD_FRIDAY, EASTER_MONDAY, on(4, 25), after(12, 25), after(12, 26)],
  // Lei 662/1949, Lei 6.802/1980, Lei 14.759/2023.
  BR: [GOOD_FRIDAY, on(1, 1), on(4, 21), on(5, 1), on(9, 7), on(10, 12), on(11, 2), on(11, 15), on(11, 20), on(12, 25)],
  // The days of all states: Einigungsvertrag, art. 2(2), and the holiday laws of the states. No law closes them to
  // texts; the preset keeps to what senders do.
  DE: [GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY, on(1, 1), on(5, 1), on(10, 3), on(12, 25), on(12, 26)],
  // Code du travail, L3133-1; Alsace and Moselle have two more. Carriers take no marketing on Sundays and public
  // holidays, and fine senders (Esendex France; text restrictions of +33 in alphagov/notifications-utils).
  FR: [
    ...[EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
    ...[on(1, 1), on(5, 1), on(5, 8), on(7, 14), on(8, 15), on(11, 1), on(11, 11), on(12, 25)],
  ],
  US: federal,
  "US-AL": [...federal, monday(4, 4), monday(6, 1)],
  "US-LA": [...federal, MARDI_GRAS, GOOD_FRIDAY],
  "US-RI": [...federal, monday(8, 2)],
  "US-UT": [...federal, nearest(7, 24)],
};

/**
 * Presets that stay open on public holidays because no rule was found that closes them, and where one was looked for.
 */
export const openOnHolidays: Readonly<Record<string, string>> = {
  CA: "CRTC Unsolicited Telecommunications Rules, part III, 23-24, have hours for weekdays and weekends, and none for holidays; CASL has no hours; most public holidays differ by province",
  GB: "PECR, regulations 22-23, and the ICO's guidance on them have no hours or days; bank holidays differ between England and Wales, Scotland and Northern Ireland, and a mobile number does not tell which",
};
