import { countOf, type Job } from "../../api/use-job.ts";
import { Stat, StatRow } from "../../components/stat.tsx";
import { count } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import classes from "./import.module.css";
import { NewGroups } from "./new-groups.tsx";

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
  { name: "created", label: t`New people`, would: t`New people`, to: "/subscribers" },
  { name: "updated", label: t`Changed`, would: t`Will change`, note: t`known people`, to: "/subscribers" },
  { name: "unchanged", label: t`As before`, would: t`Stay as they are`, note: t`known people`, to: "/subscribers" },
  {
    name: "suppressed",
    label: t`Opted out before`,
    would: t`Opted out before`,
    note: t`they get nothing, and stay out`,
    to: "/suppressions",
  },
  {
    name: "unsubscribed",
    label: t`Suppressed`,
    would: t`Will be suppressed`,
    note: t`the file says that they opted out`,
    to: "/suppressions",
    search: { source: "import" },
  },
  { name: "stayed_out", label: t`Stayed out`, would: t`Stay out`, note: t`they left one of these groups` },
  { name: "duplicates", label: t`Twice in the file`, would: t`Twice in the file`, note: t`counted once` },
  { name: "invalid", label: t`Left out`, would: t`Left out`, note: t`rows with an error, see below`, tone: "warn" },
];

/** What became of the rows of a file, or would become of them. Zeros are left out, but for new people. */
export function ImportFigures({ job }: { readonly job: Job }) {
  const isCheck = job.result?.["dry_run"] === true;
  const shown = figures.filter(({ name }) => name === "created" || countOf(job, name) > 0);
  return (
    <>
      {job.error && (
        <p role="alert" className={classes.refused}>
          {isCheck ? t`The check ended early.` : t`The import ended early.`} <bdi>{job.error}</bdi>
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
      <NewGroups job={job} />
    </>
  );
}
