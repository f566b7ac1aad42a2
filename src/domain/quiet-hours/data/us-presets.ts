import { daily, type DayWindow, type Hours } from "../hours.ts";
import type { Preset } from "../preset.ts";

const VENDORS = "Vendors' tables, for calls";

const row = (
  state: string,
  hours: Hours,
  source: string,
  basis: Preset["basis"] = source === VENDORS ? "custom" : "law",
): Preset => ({
  region: `US-${state}`,
  hours,
  basis,
  consentExempts: true,
  source,
});
const noSunday = (window: DayWindow, holidays: Hours["holidays"], saturday = window): Hours => ({
  weekdays: window,
  saturday,
  sunday: "closed",
  holidays,
});

/** States stricter than the federal rule. Most of these laws speak of unsolicited calls. Not legal advice. */
export const usPresets: readonly Preset[] = [
  row(
    "??",
    { ...daily("09:00", "20:00"), sunday: ["12:00", "20:00"] },
    "Of no state: strict enough for most",
    "custom",
  ),
  row("AL", noSunday(["08:00", "20:00"], "closed"), "Public Service Commission, telephone solicitation rule"),
  row("CT", daily("09:00", "20:00"), "Conn. Gen. Stat. 42-288a (P.A. 23-98), texts named"),
  row("FL", daily("08:00", "20:00"), "Fla. Stat. 501.616(6)"),
  row("KY", daily("10:00", "21:00"), VENDORS),
  row("LA", noSunday(["08:00", "20:00"], "closed"), "La. R.S. 45:811"),
  row("MA", daily("08:00", "20:00"), VENDORS),
  row("MD", daily("08:00", "20:00"), "Md. Code, Com. Law 14-4502, texts named"),
  row("MI", daily("09:00", "21:00"), VENDORS),
  row("MN", daily("09:00", "21:00"), VENDORS),
  row("MS", noSunday(["08:00", "20:00"], "open"), "Miss. Code 77-3-723(1): 21:00 Central time; vendors stop at 20:00"),
  row("NJ", daily("08:00", "20:00"), VENDORS),
  row("NM", daily("09:00", "21:00"), VENDORS),
  row("NV", daily("09:00", "20:00"), VENDORS),
  row("OK", daily("08:00", "20:00"), "15 Okla. Stat. 775C.4; an area code presumes residence"),
  row("RI", noSunday(["09:00", "18:00"], "closed", ["10:00", "17:00"]), "R.I. Gen. Laws 5-61-2, 5-61-3.6"),
  row("TX", { ...daily("09:00", "21:00"), sunday: ["12:00", "21:00"] }, "Tex. Bus. & Com. Code 301-302 (SB 140)"),
  row("UT", noSunday(["08:00", "21:00"], "closed"), VENDORS),
  row("VA", daily("08:00", "21:00"), "Va. Code 59.1-511"),
  row("WA", daily("08:00", "20:00"), "RCW 80.36.390"),
];
