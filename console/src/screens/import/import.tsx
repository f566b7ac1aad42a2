import { Button } from "@mantine/core";
import { useState } from "react";

import { useLeaveGuard } from "../../components/leave-guard.ts";
import { Page } from "../../components/page.tsx";
import { Unsaved, useUnsavedCount } from "../../components/unsaved.ts";
import { t } from "../../lib/translate.ts";
import { CheckFile } from "./check-file.tsx";
import { DropZone } from "./drop-zone.tsx";
import classes from "./import.module.css";
import type { ChosenFile } from "./plan.ts";
import { RecentImports } from "./recent-imports.tsx";

let chosen = 0;
const numbered = (file: File, repaired: number): ChosenFile => ({ id: ++chosen, file, repaired });

/** Chooses a file and checks it; the import itself has an address of its own. */
export function Import() {
  const [file, setFile] = useState<ChosenFile>();
  const [unsaved, count] = useUnsavedCount();
  const mayLeave = useLeaveGuard(unsaved > 0);
  const chooseAnother = async (): Promise<void> => {
    if (await mayLeave()) setFile(undefined);
  };
  return (
    <Page
      title={t`Import`}
      lead={t`Adds people from a file to your groups. Only import people who agreed to get your texts.`}
      actions={file && <Button variant="default" onClick={() => void chooseAnother()}>{t`Choose another file`}</Button>}
    >
      {file ? (
        <Unsaved value={count}>
          <CheckFile chosen={file} onRepair={(repaired, cells) => setFile(numbered(repaired, file.repaired + cells))} />
        </Unsaved>
      ) : (
        <div className={classes.stack}>
          <DropZone onFile={(dropped) => setFile(numbered(dropped, 0))} />
          <RecentImports />
        </div>
      )}
    </Page>
  );
}
