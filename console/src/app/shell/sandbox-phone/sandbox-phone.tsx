import { useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { useCommands } from "../../../commands/registry.ts";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../lib/format.ts";
import { plural, t } from "../../../lib/translate.ts";
import { useAttemptKey } from "../../../lib/use-attempt-key.ts";
import { isPhone } from "../../../lib/use-is-phone.ts";
import { useGateways } from "../../../screens/gateways/use-gateways.ts";
import { PhonePanel, type PhonePanelProps } from "./phone-panel.tsx";
import classes from "./sandbox-phone.module.css";
import type { OwnText } from "./use-answers.ts";
import type { PhoneSlotProps } from "./phone-slot.tsx";
import { useCrowded } from "./use-crowded.ts";
import { usePhoneState } from "./use-phone-state.ts";
import { useSandboxTexts } from "./use-sandbox-texts.ts";

/** What people would have received, and replies in their name. Absent if none of the gateways is a sandbox. */
export function SandboxPhone({ onCrowded }: PhoneSlotProps) {
  const gateways = useGateways().data?.items ?? [];
  const sandboxes = gateways.filter(({ kind, health }) => kind === "sandbox" && health.state !== "disabled");
  if (sandboxes.length === 0) return null;
  return <Present gateways={sandboxes.map(({ name }) => name)} onCrowded={onCrowded} />;
}

/** More are not distinguished, because no more are read while the phone is closed. */
const mostUnseen = 99;

function Present({ gateways, onCrowded }: Pick<PhonePanelProps, "gateways"> & PhoneSlotProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { open, setOpen, seen, see } = usePhoneState();
  const [since, setSince] = useState(seen);
  const [number, setNumber] = useState<string | null>(null);
  const [own, setOwn] = useState<readonly OwnText[]>([]);
  const [pressed, setPressed] = useState(false);
  const attempt = useAttemptKey();
  const list = useSandboxTexts(open);
  const unseen = list.rows.filter(({ at }) => Date.parse(at) > seen).length;
  const newest = list.rows[0] ? Date.parse(list.rows[0].at) : 0;
  useEffect(() => {
    if (open && newest > seen) see(newest);
  }, [open, newest, seen, see]);
  const show = () => {
    setSince(seen);
    setPressed(true);
    setOpen(true);
  };
  const putAway = () => {
    setOpen(false);
    list.forget();
  };
  const hide = () => {
    putAway();
    button.current?.focus();
  };
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const leave = useEffectEvent(() => {
    if (open && isPhone()) setOpen(false);
  });
  useEffect(() => leave(), [path]);
  useCrowded(open, onCrowded);
  const toggle = open ? hide : show;
  const label = open ? t`Close the sandbox phone` : t`Open the sandbox phone`;
  useCommands([{ id: "sandbox-phone", label, keys: "g b", icon: "phone", run: toggle }]);
  const many = unseen > mostUnseen;
  const shown = many ? `${count(mostUnseen)}+` : count(unseen);
  const unseenLabel = many
    ? t`Sandbox phone, ${shown} new texts`
    : plural(unseen, "Sandbox phone, # new text", "Sandbox phone, # new texts");
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={unseen > 0 && !open ? unseenLabel : t`Sandbox phone`}
        aria-expanded={open}
        data-hint={open ? undefined : t`Sandbox phone`}
        data-hint-align="end"
        onClick={toggle}
      >
        <Icon name="phone" />
        {unseen > 0 && !open && (
          <span className={classes.count} aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      {open &&
        createPortal(
          <PhonePanel
            {...{ gateways, list, since, number, own, attempt }}
            takeFocus={pressed}
            onNumber={setNumber}
            onOwn={(text) => setOwn((before) => [text, ...before])}
            onClose={hide}
            onCovering={putAway}
          />,
          document.body,
        )}
    </>
  );
}
