import { t } from "../../lib/translate.ts";
import type { ChartPoint, Series } from "./chart-layout.ts";
import classes from "./chart.module.css";

export type ChartTableProps = {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
};

export function ChartTable({ title, points, series, format }: ChartTableProps) {
  return (
    <div className={classes.scroll}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, values }, index) => (
            <tr key={`${label} ${index}`}>
              <th scope="row">{label}</th>
              {series.map(({ key }) => (
                <td key={key}>{format(values[key] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
