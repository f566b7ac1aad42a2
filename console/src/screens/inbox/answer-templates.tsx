import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { useCommands } from "../../commands/registry.ts";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import { withName } from "./with-name.ts";

// What places menus is 26 kB, and most answers are typed.
const TemplateMenu = lazy(async () => ({
  default: (await import("../../components/template-menu.tsx")).TemplateMenu,
}));

export type AnswerTemplatesProps = {
  /** Of the person who is answered. */
  readonly name: string | undefined;
  readonly onPick: (text: string) => void;
};

/** Stored texts for an answer. */
export function AnswerTemplates({ name, onPick }: AnswerTemplatesProps) {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  useCommands([{ id: "answer-template", label: t`Answer with a template`, keys: "t", icon: "template", run: open }]);
  const button = (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<Icon name="template" size={14} />}
      loading={wanted}
      onClick={open}
    >{t`Templates`}</Button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <TemplateMenu opened={opened} onOpened={setOpened} onPick={(template) => onPick(withName(template.text, name))} />
    </Suspense>
  );
}
