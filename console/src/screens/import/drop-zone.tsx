import { Button } from "@mantine/core";
import { useRef, useState } from "react";

import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./import.module.css";

/** Of the API. */
const most = 200 * 1024 * 1024;

/** Where a file is dropped or chosen. */
export function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState("");
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const reason = refusal(file, files.length);
    setRefused(reason);
    if (!reason) onFile(file);
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" size={28} />
      <h2>{t`Drop a CSV file here`}</h2>
      <p>{t`A table saved as CSV, with a column of mobile numbers. Exports of Mailchimp, Twilio, listmonk and WP SMS are recognized. The file is checked first: nobody is added before you say so.`}</p>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={t`CSV file`}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>{t`Choose a file`}</Button>
      {refused && (
        <p role="alert" className={classes.refused}>
          {refused}
        </p>
      )}
    </div>
  );
}

function refusal({ name, size }: File, files: number): string {
  if (files > 1) return t`These are several files. Import one after the other.`;
  if (/\.(?:xlsx?|ods|numbers)$/i.test(name))
    return t`${name} is a workbook. Open it in your spreadsheet program and save the sheet as CSV.`;
  if (size === 0) return t`${name} is empty.`;
  if (size > most)
    return t`${name} is larger than 200 MB. Import it in parts, or with the command “tidings import” on the server.`;
  return "";
}
