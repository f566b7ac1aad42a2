import { useState } from "react";

import { useCommands } from "../../commands/registry.ts";
import { TemplateMenu } from "../../components/sms-text/template-menu.tsx";
import { t } from "../../lib/translate.ts";
import { withName } from "./with-name.ts";

export type AnswerTemplatesProps = {
  /** Of the person who is answered. */
  readonly name: string | undefined;
  readonly onPick: (text: string) => void;
};

/** Stored texts for an answer. */
export function AnswerTemplates({ name, onPick }: AnswerTemplatesProps) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  useCommands([{ id: "answer-template", label: t`Answer with a template`, keys: "t", icon: "template", run: open }]);
  return <TemplateMenu opened={opened} onOpened={setOpened} onPick={({ text }) => onPick(withName(text, name))} />;
}
