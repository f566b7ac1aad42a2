import { Modal, Switch } from "@mantine/core";
import { useState } from "react";

import { Keys } from "../../components/keys.tsx";
import { setSingleKeys, singleKeysOn } from "../../commands/keyboard.ts";
import { useCommandList } from "../../commands/registry.ts";
import { t } from "../../lib/translate.ts";
import classes from "./keyboard-help.module.css";

/** Every key that does something on this screen. */
export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const commands = Map.groupBy(
    useCommandList().filter((command) => command.keys),
    (command) => command.label,
  );
  const [on, setOn] = useState(singleKeysOn);
  const [opened, setOpened] = useState(true);
  const change = (checked: boolean) => {
    setSingleKeys(checked);
    setOn(checked);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title={t`Keyboard shortcuts`}
      size={640}
    >
      <dl className={classes.list}>
        {[...commands].map(([label, same]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {[...new Set(same.map(({ keys = "" }) => keys))].map((keys) => (
                <Keys key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        className={classes.switch}
        label={t`Single keys do something`}
        description={t`Switch them off if you dictate, or press keys by accident. Ctrl-K always works.`}
        checked={on}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Modal>
  );
}
