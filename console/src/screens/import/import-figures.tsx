import { countOf, type Job } from "../../api/use-job.ts";
import { Stat, StatRow } from "../../components/stat.tsx";
import { count } from "../../lib/format.ts";
import classes from "./import.module.css";

type Figure = {
  readonly name: string;
  readonly label: string;
  /** Of a check: nothing has happened. */
  readonly would: string;
  readonly note?: string;
  readonly tone?: "warn";
  readonly to?: string;
  readonly search?: Record<string, unknown>;
};

const figures: readonly Figure[] = [
  { name: "created", label: "New people", would: "New people", to: "/subscribers" },
  { name: "updated", label: "Changed", would: "Will change", note: "known people", to: "/subscribers" },
  { name: "unchanged", label: "As before", would: "Stay as they are", note: "known people", to: "/subscribers" },
  {
    name: "suppressed",
    label: "Opted out before",
    would: "Opted out before",
    note: "they get nothing, and stay out",
    to: "/suppressions",
  },
  {
    name: "unsubscribed",
    label: "Suppressed",
    would: "Will be suppressed",
    note: "the file says that they opted out",
    to: "/suppressions",
    search: { source: "import" },
  },
  { name: "stayed_out", label: "Stayed out", would: "Stay out", note: "they left one of these groups" },
  { name: "duplicates", label: "Twice in the file", would: "Twice in the file", note: "counted once" },
  { name: "invalid", label: "Left out", would: "Left out", note: "rows with an error, see below", tone: "warn" },
];

/** What became of the rows of a file, or would become of them. Zeros are left out, but for new people. */
export function ImportFigures({ job }: { readonly job: Job }) {
  const isCheck = job.result?.["dry_run"] === true;
  const shown = figures.filter(({ name }) => name === "created" || countOf(job, name) > 0);
  return (
    <>
      {job.error && (
        <p role="alert" className={classes.refused}>
          {isCheck ? "The check ended early." : "The import ended early."} <bdi>{job.error}</bdi>
        </p>
      )}
      <StatRow>
        {shown.map(({ name, label, would, note, tone, to, search }) => (
          <Stat
            key={name}
            label={isCheck ? would : label}
            value={count(countOf(job, name))}
            {...(tone && { tone })}
            {...(note && { note })}
            {...(to && !isCheck && { to })}
            {...(search && { search })}
          />
        ))}
      </StatRow>
    </>
  );
}
