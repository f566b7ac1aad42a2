import { daily, type DayWindow } from "../hours.ts";
import type { Preset } from "../preset.ts";

const weekdaysAndSaturday = (weekdays: DayWindow, saturday: DayWindow): Preset["hours"] => ({
  weekdays,
  saturday,
  sunday: "closed",
  holidays: "closed",
});

/** Strictest of what the sources say where they differ. Not legal advice. */
export const countryPresets: readonly Preset[] = [
  {
    region: "AE",
    hours: daily("08:00", "21:00"),
    basis: "law",
    consentExempts: false,
    source: "TDRA: no marketing between 21:00 and 7:00; some vendors begin at 8:00",
  },
  {
    region: "AU",
    hours: weekdaysAndSaturday(["09:00", "20:00"], ["09:00", "17:00"]),
    basis: "custom",
    consentExempts: true,
    source: "Telemarketing and Research Calls Industry Standard, for calls; the Spam Act has no hours",
  },
  {
    region: "BR",
    hours: weekdaysAndSaturday(["09:00", "18:00"], ["09:00", "13:00"]),
    basis: "custom",
    consentExempts: true,
    source: "Vendors differ, from 8:00-18:00 to 9:00-22:00",
  },
  {
    region: "CA",
    hours: {
      weekdays: ["09:00", "21:30"],
      saturday: ["10:00", "18:00"],
      sunday: ["10:00", "18:00"],
      holidays: "open",
    },
    basis: "custom",
    consentExempts: true,
    source: "CRTC Unsolicited Telecommunications Rules, part III, 23-24, for calls; CASL has no hours",
  },
  {
    region: "DE",
    hours: weekdaysAndSaturday(["08:00", "20:00"], ["08:00", "20:00"]),
    basis: "custom",
    consentExempts: true,
    source: "Section 7 UWG requires consent and has no hours",
  },
  {
    region: "FR",
    hours: weekdaysAndSaturday(["08:00", "20:00"], ["08:00", "20:00"]),
    basis: "carrier",
    consentExempts: false,
    source: "Carriers hold marketing outside Monday-Saturday 8:00-22:00, and on public holidays; senders stop at 20:00",
  },
  {
    region: "GB",
    hours: daily("08:00", "20:00"),
    basis: "custom",
    consentExempts: true,
    source: "Vendors: 8:00 to 20:00 or 21:00; PECR has no hours",
  },
  {
    region: "IN",
    hours: daily("10:00", "21:00"),
    basis: "carrier",
    consentExempts: false,
    source: "Carriers reject promotional messages outside these hours (DLT error 651)",
  },
  {
    region: "SA",
    hours: daily("08:00", "21:00"),
    basis: "custom",
    consentExempts: true,
    source: "Vendors",
  },
  {
    region: "US",
    hours: daily("08:00", "21:00"),
    basis: "law",
    consentExempts: true,
    source: "47 CFR 64.1200(c)(1), telephone solicitation",
  },
];
