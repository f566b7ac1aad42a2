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
  /** A token: `var(--state-delivered)`. Neighbours differ in lightness too, for eyes that see no hue. */
  readonly color: string;
};

export type Layout = ReturnType<typeof layOut>;

const left = 44;
const top = 8;
const bottom = 22;

/** Where everything of a chart is, in pixels. */
export function layOut(chart: {
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly width: number;
  readonly height: number;
  readonly line: number | undefined;
}) {
  const { points, series, width, height, line = 0 } = chart;
  const sums = points.map(({ values }) => series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0));
  const y = scaleLinear([0, Math.max(1, line, ...sums)], [height - bottom, top]).nice(4);
  const step = Math.max(1, width - left) / Math.max(1, points.length);
  const center = (index: number): number => left + step * (index + 0.5);
  // As many labels as have room for the longest: a character takes about 6.5 pixels.
  const widest = Math.max(...points.map(({ label }) => label.length), 0) * 6.5 + 12;
  const every = Math.max(1, Math.ceil(Math.max(56, widest) / step));
  return {
    left,
    step,
    center,
    y: (value: number): number => y(value),
    // Half a message does not exist.
    ticks: y.ticks(4).filter((tick) => Number.isInteger(tick) || !sums.every(Number.isInteger)),
    labels: points
      .map(({ label }, index) => ({ x: center(index), text: label }))
      .filter((_, index) => index % every === Math.floor(every / 2)),
    indexAt: (x: number): number | null => {
      const index = Math.floor((x - left) / step);
      return index >= 0 && index < points.length ? index : null;
    },
  };
}
