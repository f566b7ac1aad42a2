import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

import { isZone } from "./time-zone.ts";

const names = ["IST", "pst", "JST", "ACT", "UTC", "EST", "Etc/GMT+5", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv"];

test.each([...names, "+05:30", "\u221205:00", "Mars/Base", ""])(
  "%s is a zone exactly where Temporal takes it",
  (name) => {
    const taken = () => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== "";
    if (isZone(name)) expect(taken()).toBe(true);
    else expect(taken).toThrow(RangeError);
  },
);
