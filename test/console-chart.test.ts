import { describe, expect, test } from "vitest";

import { layOut } from "../console/src/components/chart/chart-layout.ts";

const series = [{ key: "sent", label: "sent", color: "" }];
const chart = (most: number, locale: string) => {
  const format = new Intl.NumberFormat(locale, { notation: "compact" }).format;
  const points = [0, most].map((sent, hour) => ({ label: `${hour}:00`, values: { sent } }));
  return { format, ...layOut({ points, series, width: 600, height: 180, line: undefined, format }) };
};

describe("the layout of a chart", () => {
  test("leaves room for the longest label of the axis, such as German thousands, which have no short form", () => {
    const { ticks, format, left, step } = chart(16_000, "de");
    expect(ticks.map(format)).toContain("15.000");
    // The label ends 8 pixels before the axis.
    expect(left - 8).toBeGreaterThanOrEqual("20.000".length * 6.5);
    expect(left + 2 * step).toBe(600);
  });

  test("begins every chart with short labels at the same place", () => {
    expect(chart(16_000, "en").left).toBe(chart(3, "de").left);
  });
});
