import { scaleLinear } from "d3-scale";

export type ChartPoint = {
  /** "10:00", "24 Nov" */
  readonly label: string;
  /** By the key of the series. */
  readonly values: Readonly<Record<string, number>>;
};

export type Series = {
  readonly key: string;
  readonly label: string;
  /** A token: `var(--state-delivered)`. Neighbors also differ in lightness, for people who do not see hues. */
  readonly color: string;
};

export type Layout = ReturnType<typeof layOut>;

/** At least, so that most charts of a page begin at the same place. */
const LEFT = 44;
/** A character of a label takes about 6.5 pixels. */
const CHARACTER = 6.5;
const top = 8;
const bottom = 22;

/** Where everything of a chart is, in pixels. */
export function layOut(chart: {
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly width: number;
  readonly height: number;
  readonly line: number | undefined;
  /** The label of a value at the axis. */
  readonly format: (value: number) => string;
}) {
  const { points, series, width, height, line = 0, format } = chart;
  const sums = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const y = scaleLinear([0, Math.max(1, line, ...sums)], [height - bottom, top]).nice(4);
  // Half a message does not exist.
  const ticks = y.ticks(4).filter((tick) => Number.isInteger(tick) || !sums.every(Number.isInteger));
  // German has no short form of 15,000.
  const left = Math.max(LEFT, ...ticks.map((tick) => format(tick).length * CHARACTER + 12));
  const step = Math.max(1, width - left) / Math.max(1, points.length);
  const center = (index: number): number => left + step * (index + 0.5);
  // As many labels as have room for the longest.
  const widest = Math.max(...points.map(({ label }) => label.length), 0) * CHARACTER + 12;
  const every = Math.max(1, Math.ceil(Math.max(56, widest) / step));
  return {
    left,
    step,
    center,
    y: (value: number): number => y(value),
    ticks,
    labels: points
      .map(({ label }, index) => ({ x: center(index), text: label }))
      .filter((_, index) => index % every === Math.floor(every / 2)),
    indexAt: (x: number): number | null => {
      const index = Math.floor((x - left) / step);
      return index >= 0 && index < points.length ? index : null;
    },
  };
}
