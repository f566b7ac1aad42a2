import { area, curveMonotoneX, line } from "d3-shape";

import type { DrawingProps } from "./chart-bars.tsx";
import classes from "./chart.module.css";

export function Area({ points, series, layout, at }: DrawingProps) {
  const sums = points.map(() => 0);
  return (
    <>
      {series.map(({ key, color }) => {
        const edges = points.map(({ values }, index) => {
          const low = sums[index] ?? 0;
          const high = low + (values[key] ?? 0);
          sums[index] = high;
          return { x: layout.center(index), low: layout.y(low), high: layout.y(high) };
        });
        type Edge = (typeof edges)[number];
        const fill = area<Edge>(
          (edge) => edge.x,
          (edge) => edge.low,
          (edge) => edge.high,
        ).curve(curveMonotoneX);
        const stroke = line<Edge>(
          (edge) => edge.x,
          (edge) => edge.high,
        ).curve(curveMonotoneX);
        const dot = at === null ? undefined : edges[at];
        return (
          <g key={key}>
            <path d={fill(edges) ?? ""} fill={color} opacity={0.16} />
            <path d={stroke(edges) ?? ""} fill="none" stroke={color} strokeWidth={1.75} />
            {dot && <circle cx={dot.x} cy={dot.high} r={3.5} fill={color} className={classes.dot} />}
          </g>
        );
      })}
    </>
  );
}
