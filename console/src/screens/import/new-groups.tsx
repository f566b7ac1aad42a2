import type { Job } from "../../api/use-job.ts";
import { count } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./import.module.css";

type NewGroup = { readonly name: string; readonly people: number };

/** The groups that an import created, or would create, and who joined them. Absent where there are none. */
export function NewGroups({ job }: { readonly job: Job }) {
  const groups = (job.result?.["new_groups"] ?? []) as readonly NewGroup[];
  if (groups.length === 0) return null;
  return (
    <details className={classes.first} open={groups.length <= 10}>
      <summary>
        {job.result?.["dry_run"] === true
          ? plural(groups.length, "# group will be created", "# groups will be created")
          : plural(groups.length, "# group was created", "# groups were created")}
      </summary>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t`New groups`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Group`}</th>
              <th scope="col">{t`People`}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, people }) => (
              <tr key={name}>
                <td>
                  <bdi dir="auto">{name}</bdi>
                </td>
                <td>{count(people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
