import { area, curveMonotoneX, line } from "d3-shape";

export type SparklineProps = {
  /** What it says in words: "Last hour: 12 to 84 texts a second". The drawing alone says nothing to a screen reader. */
  readonly label: string;
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** The top of the drawing; by default the largest value. */
  readonly limit?: number;
};

/** A graph in the size of a word. */
export function Sparkline({ label, values, width = 96, height = 24, limit }: SparklineProps) {
  const top = Math.max(1, limit ?? 0, ...values);
  const x = (index: number): number => (index * width) / Math.max(1, values.length - 1);
  const y = (value: number): number => height - 2 - (value / top) * (height - 4);
  const points = values.map((value, index): [number, number] => [x(index), y(value)]);
  return (
    <svg role="img" aria-label={label} width={width} height={height}>
      <path d={area().y0(height).curve(curveMonotoneX)(points) ?? ""} fill="var(--accent)" opacity={0.14} />
      <path d={line().curve(curveMonotoneX)(points) ?? ""} fill="none" stroke="var(--accent)" strokeWidth={1.5} />
    </svg>
  );
}
