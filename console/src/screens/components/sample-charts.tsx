import { Chart } from "../../components/chart/chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { Sparkline } from "../../components/chart/sparkline.tsx";
import { Stat, StatRow } from "../../components/stat.tsx";
import { count, duration, money, percent } from "../../lib/format.ts";
import classes from "./components.module.css";

const series = [
  { key: "delivered", label: "delivered", color: "var(--state-delivered)" },
  { key: "sent", label: "sent", color: "var(--state-sent)" },
  { key: "failed", label: "failed", color: "var(--state-failed)" },
];
const points = Array.from({ length: 24 }, (_, hour) => {
  const wave = Math.max(0, Math.sin(((hour - 5) / 24) * Math.PI * 1.6));
  const delivered = Math.round(1_400 * wave * (1 + ((hour * 7) % 5) / 10));
  const values = { delivered, sent: Math.round(delivered * 0.12), failed: (hour * 13) % 40 };
  return { label: `${String(hour).padStart(2, "0")}:00`, values };
});

export function SampleCharts() {
  return (
    <>
      <StatRow>
        <Stat label="Sent" value={count(18_234)} note="yesterday 17,990" to="/dev/components" />
        <Stat label="Delivered" value={percent(0.982)} note="better than last week" tone="good" />
        <Stat label="Failed" value={percent(0.004)} note="of 5% line" />
        <Stat label="Opt-outs" value={percent(0.013)} note="over the 1% line" tone="bad" />
        <Stat label="p95 to delivered" value={duration(6.2)} note={`about ${money(96, "EUR")}`} />
        <Stat label="Now" value={undefined} note={<Sparkline label="Steady" values={[3, 8, 5, 12, 9, 16, 14]} />} />
      </StatRow>
      <div className={classes.two}>
        <Panel>
          <Chart title="Messages per hour" kind="bars" points={points} series={series} />
        </Panel>
        <Panel>
          <Chart
            title="Texts per second"
            kind="area"
            points={points}
            series={series.slice(0, 1)}
            line={{ value: 2_200, label: "limit of the gateway" }}
          />
        </Panel>
      </div>
    </>
  );
}
