import type { ChartPoint, Layout, Series } from "./chart-layout.ts";
import classes from "./chart.module.css";

export type DrawingProps = {
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly layout: Layout;
  /** The point that is read. */
  readonly at: number | null;
};

export function Bars({ points, series, layout, at }: DrawingProps) {
  const width = Math.max(1, Math.min(40, layout.step * 0.72));
  return points.map(({ label, values }, index) => {
    let sum = 0;
    const x = layout.center(index) - width / 2;
    return (
      <g key={`${label} ${index}`} className={classes.bar} data-off={(at !== null && at !== index) || undefined}>
        {series.map(({ key, color }) => {
          const value = values[key] ?? 0;
          const y = layout.y(sum + value);
          const height = layout.y(sum) - y;
          sum += value;
          return value > 0 && <rect key={key} x={x} y={y} width={width} height={Math.max(1, height)} fill={color} />;
        })}
      </g>
    );
  });
}
