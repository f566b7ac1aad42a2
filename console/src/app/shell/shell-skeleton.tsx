import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./shell.module.css";
import sidebar from "./sidebar.module.css";

/** The shell's frame until the session is known. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell} aria-busy="true" aria-label={t`Loading`}>
      <div className={sidebar.sidebar} aria-hidden="true">
        <div className={sidebar.ghosts}>
          {Array.from({ length: 8 }, (_, entry) => (
            <Skeleton key={entry} height={20} width={`${88 - ((entry * 13) % 40)}%`} />
          ))}
        </div>
      </div>
    </div>
  );
}
