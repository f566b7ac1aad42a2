import { Button } from "@mantine/core";
import { useRef } from "react";

import { useCommands } from "../commands/registry.ts";
import { t } from "../lib/translate.ts";
import { Icon } from "./icon.tsx";

export type ExportLinkProps = {
  /** Below `/svc/v1`. */
  readonly path: string;
  readonly file: string;
  /** The filters of the list under the API's names; undefined: they are not known yet. */
  readonly query: Readonly<Record<string, unknown>> | undefined;
};

/** A download of what a list shows. The browser reads the file as it arrives, whatever its size. */
export function ExportLink({ path, file, query }: ExportLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useCommands([
    { id: "export", label: t`Export as CSV`, keys: "x", icon: "download", run: () => link.current?.click() },
  ]);
  const parameters = Object.entries(query ?? {}).flatMap(([name, value]) => (value ? [[name, inQuery(value)]] : []));
  return (
    <Button
      ref={link}
      component="a"
      {...(query ? { href: `/svc/v1${path}?${new URLSearchParams(parameters)}` } : { "aria-disabled": true })}
      download={file}
      variant="default"
      leftSection={<Icon name="download" size={14} />}
      rightSection={<kbd>X</kbd>}
    >{t`Export as CSV`}</Button>
  );
}

/** Several values stand with commas between them, a filter as JSON. */
function inQuery(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
