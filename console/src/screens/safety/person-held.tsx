import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { type Session, useSession } from "../../api/session.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { Count } from "../../components/count.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { useRowKeys } from "../../components/data-table/list-keys.ts";
import { Phone } from "../../components/phone.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import { downloadExport } from "./download-export.ts";
import { type HeldKind, heldKinds } from "./held-kinds.ts";
import classes from "./safety.module.css";

type PersonHeldProps = {
  readonly found: Operations["searchPersonalData"]["data"];
  readonly onErased: (erasure: string) => void;
};

/** The counts of one number, with its export and its erasure. */
export function PersonHeld({ found, onErased }: PersonHeldProps) {
  const { mobile, total, held, other_mobile: other } = found;
  const { capabilities } = useSession();
  const list = useRef<HTMLUListElement>(null);
  const keys = useRowKeys(list);
  // The same for every press of the button: an erasure whose reply was lost is not begun twice.
  const [key] = useState(() => crypto.randomUUID());
  const exported = useMutation({ mutationFn: () => downloadExport(mobile) });
  const erase = useMutation({
    mutationFn: () => tidings.erasePersonalData({ mobile, confirm: true }, { idempotencyKey: key }),
    onSuccess: ({ erasure_id: id }) => {
      void toast({ message: t`The erasure has begun.` });
      onErased(id);
    },
  });
  const confirmErase = async () => {
    const sure = await confirm({
      title: t`Erase this person?`,
      body: rich`All subscriptions of ${<Phone number={mobile} />} end, and ${plural(total, "# record is erased or emptied", "# records are erased or emptied")}: names, texts and the number itself. Texts that wait to be sent are canceled. A STOP stays in force. This cannot be taken back.`,
      action: t`Erase this person`,
      danger: true,
      typed: mobile,
    });
    if (sure) erase.mutate();
  };
  return (
    <section className={classes.found} aria-label={t`What is stored`}>
      <h3 role="status">
        {found.found
          ? rich`${plural(total, "# record", "# records")} about ${<Phone number={mobile} />}`
          : rich`Nothing is stored about ${<Phone number={mobile} />}`}
      </h3>
      {other !== undefined && (
        <p className={classes.warning}>
          <Icon name="alert" size={16} />
          <span>{rich`More is stored under ${<Phone number={other} />}, the other number of this phone: search for it, too.`}</span>
        </p>
      )}
      {found.found && (
        <>
          <ul ref={list} className={classes.list} {...keys}>
            {heldKinds
              .filter(({ kind }) => held[kind] > 0)
              .map(({ kind, label }) => (
                <li key={kind}>
                  <HeldLink kind={kind} mobile={mobile} capabilities={capabilities}>
                    {label}
                  </HeldLink>
                  <Count value={held[kind]} capped={held[kind] >= 100_000} />
                </li>
              ))}
          </ul>
          {exported.error && <ErrorView error={exported.error} title={t`The export was not made`} />}
          {erase.error && <ErrorView error={erase.error} title={t`Nobody was erased`} />}
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              loading={exported.isPending}
              onClick={() => exported.mutate()}
            >{t`Export everything`}</Button>
            <Button
              variant="default"
              color="red"
              leftSection={<Icon name="trash" size={14} />}
              loading={erase.isPending}
              onClick={() => void confirmErase()}
            >{t`Erase this person`}</Button>
          </div>
        </>
      )}
    </section>
  );
}

type HeldLinkProps = {
  readonly kind: HeldKind;
  readonly mobile: string;
  readonly capabilities: Session["capabilities"];
  readonly children: string;
};

function HeldLink({ kind, mobile, capabilities, children }: HeldLinkProps) {
  if (kind === "outbox" && capabilities.includes("svc_outbox")) {
    return (
      <Link to="/outbox" search={{ recipient: mobile }}>
        {children}
      </Link>
    );
  }
  if (kind === "subscriber" && capabilities.includes("svc_subscribers")) {
    return (
      <Link to="/subscribers" search={{ q: mobile }}>
        {children}
      </Link>
    );
  }
  return <span>{children}</span>;
}
