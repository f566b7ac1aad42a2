import { type KeyboardEvent, useId, useState } from "react";

import { list, shortCount } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import { useWidth } from "../../lib/use-width.ts";
import { Area } from "./chart-area.tsx";
import { Bars } from "./chart-bars.tsx";
import { type ChartPoint, layOut, type Series } from "./chart-layout.ts";
import { ChartTable } from "./chart-table.tsx";
import classes from "./chart.module.css";
import { Icon } from "../icon.tsx";

export type ChartProps = {
  /** What is shown, with its unit: "Messages per hour". */
  readonly title: string;
  readonly kind: "bars" | "area";
  /** In order of time, gaps filled with zeros. */
  readonly points: readonly ChartPoint[];
  /** Bars and areas are stacked, the first one at the bottom. */
  readonly series: readonly Series[];
  /** Pixels. */
  readonly height?: number;
  readonly format?: (value: number) => string;
  /** A limit or a goal, with its name. */
  readonly line?: { readonly value: number; readonly label: string };
};

/** Values over time as a drawing that arrow keys walk through, or as a table. */
export function Chart({ title, kind, points, series, height = 180, format = shortCount, line }: ChartProps) {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const [table, setTable] = useState(false);
  const id = useId();
  const layout = layOut({ points, series, width, height, line: line?.value, format });
  const point = at === null ? undefined : points[at];
  const readings = series.map(({ key, label }) => `${format(point?.values[key] ?? 0)} ${label}`);
  const reading = point ? `${point.label}: ${list(readings, "unit")}` : "";
  const walk = (event: KeyboardEvent) => {
    const last = points.length - 1;
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last + 1) - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, next)));
  };
  const Drawing = kind === "bars" ? Bars : Area;
  return (
    <figure className={classes.chart}>
      <figcaption id={id} className={classes.head}>
        <span>{title}</span>
        {series.length > 1 && <Legend series={series} />}
        <button type="button" className={classes.toggle} aria-pressed={table} onClick={() => setTable(!table)}>
          <Icon name={table ? "bars" : "table"} size={14} /> {table ? t`Chart` : t`Table`}
        </button>
      </figcaption>
      {table ? (
        <ChartTable title={title} points={points} series={series} format={format} />
      ) : (
        <div ref={frame} className={classes.frame}>
          <div
            role="slider"
            tabIndex={0}
            aria-labelledby={id}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, points.length - 1)}
            aria-valuenow={at ?? 0}
            aria-valuetext={reading || t`Arrow keys read the values.`}
            className={classes.drawing}
            onKeyDown={walk}
            onPointerMove={(event) => setAt(layout.indexAt(event.nativeEvent.offsetX))}
            onPointerLeave={() => setAt(null)}
            onBlur={() => setAt(null)}
          >
            <svg width={width} height={height} aria-hidden="true">
              {layout.ticks.map((tick) => (
                <g key={tick}>
                  <line x1={layout.left} x2={width} y1={layout.y(tick)} y2={layout.y(tick)} className={classes.grid} />
                  <text x={layout.left - 8} y={layout.y(tick)} dy="0.32em" textAnchor="end" className={classes.tick}>
                    {isolated(format(tick))}
                  </text>
                </g>
              ))}
              <Drawing points={points} series={series} layout={layout} at={at} />
              {line && (
                <line
                  x1={layout.left}
                  x2={width}
                  y1={layout.y(line.value)}
                  y2={layout.y(line.value)}
                  className={classes.limit}
                />
              )}
              {layout.labels.map(({ x, text }) => (
                <text key={x} x={x} y={height - 4} textAnchor="middle" className={classes.tick}>
                  {isolated(text)}
                </text>
              ))}
            </svg>
          </div>
          <div className={classes.reading}>{reading || (line && t`Dashed: ${line.label}`)}</div>
        </div>
      )}
    </figure>
  );
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <span className={classes.legend}>
      {series.map(({ key, label, color }) => (
        <span key={key}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={color} />
          </svg>
          {label}
        </span>
      ))}
    </span>
  );
}

/** Time runs from left to right in every language, but the words of a label in its own direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;
