import { ActionIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { DragEvent } from "react";

import { Icon } from "../../components/icon.tsx";
import { Sparkline } from "../../components/chart/sparkline.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { creditWords } from "../../lib/credit-words.ts";
import { list, percent } from "../../lib/format.ts";
import { reasonWords } from "../../lib/reason-words.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { type GatewayData, hoursOf, shareOf, type Status, type Traffic } from "./use-gateways.ts";

export type RowOrder = {
  readonly first: boolean;
  readonly last: boolean;
  /** Where something that is dragged over it would come to be; undefined: nothing is. */
  readonly over: "before" | "after" | undefined;
  readonly move: (step: 1 | -1) => void;
  readonly onDragStart: () => void;
  readonly onDragOver: () => void;
  readonly onDrop: () => void;
  /** It was dropped, there or elsewhere. */
  readonly onDragEnd: () => void;
};

export type GatewayRowProps = {
  readonly gateway: GatewayData;
  readonly status: Status["gateways"][number] | undefined;
  readonly traffic: Traffic | undefined;
  /** null: its place is not chosen here. */
  readonly order: RowOrder | null;
};

/** One gateway: state and reason, credit, the last hour and the last day. */
export function GatewayRow({ gateway, status, traffic, order }: GatewayRowProps) {
  const { name, label, health, managed_by: by } = gateway;
  const hours = traffic ? hoursOf(traffic, name) : [];
  const share = traffic ? shareOf(traffic, name) : null;
  const sent = hours.reduce((sum, hour) => sum + hour.sent, 0);
  const { sent: lastHour, failed, unknown } = health.counters;
  const notes = [
    label,
    ...(by === "environment" ? [t`set outside of the console`] : []),
    ...(gateway.in_default_route === false ? [t`only by name`] : []),
  ];
  const troubles = [...(failed > 0 ? [t`${failed} failed`] : []), ...(unknown > 0 ? [t`${unknown} uncertain`] : [])];
  const start = (event: DragEvent) => {
    // Firefox does not drag an element without data.
    event.dataTransfer.setData("text/plain", name);
    order?.onDragStart();
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    order?.onDragOver();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    order?.onDrop();
  };
  return (
    <li
      data-gateway={name}
      data-over={order?.over}
      draggable={order !== null}
      {...(order && { onDragStart: start, onDragOver: over, onDrop: drop, onDragEnd: order.onDragEnd })}
    >
      <span className={classes.grip} title={order ? t`Drag to change the order` : undefined}>
        {order && <Icon name="menu" size={14} />}
      </span>
      <span className={classes.name}>
        <Link to="/gateways/$name" params={{ name }} className={classes.link}>
          <bdi>{name}</bdi>
        </Link>
        <span className={classes.quiet}>{list(notes, "unit")}</span>
      </span>
      <span className={classes.state}>
        <StateBadge of="gateway" state={health.state} />
        {health.reason && health.state !== "up" && health.state !== "disabled" && (
          <span className={classes.quiet}>{reasonWords(health.reason)}</span>
        )}
      </span>
      <span className={classes.figure}>
        <Credit gateway={gateway} credit={status?.credit ?? null} />
      </span>
      <span className={classes.figure}>
        <Link to="/outbox" search={{ gateway: name }}>
          {t`${lastHour} sent`}
        </Link>
        <span className={classes.quiet}>{troubles.length > 0 ? list(troubles, "unit") : t`in the last hour`}</span>
      </span>
      <span className={classes.figure}>
        {status ? t`${status.in_flight} in flight` : "–"}
        <span className={classes.quiet}>
          {health.last_success_at ? <Time at={health.last_success_at} /> : t`nothing sent yet`}
        </span>
      </span>
      <span className={classes.trend}>
        {sent > 0 && (
          <Sparkline
            label={t`${name}, last 24 hours: ${plural(sent, "# text sent", "# texts sent")}`}
            values={hours.map((hour) => hour.sent)}
          />
        )}
        <span className={classes.quiet}>
          {share === null ? t`no traffic today` : t`${percent(share, 0)} of traffic`}
        </span>
      </span>
      <span className={classes.moves}>{order && <MoveButtons name={name} order={order} />}</span>
    </li>
  );
}

type CreditProps = {
  readonly gateway: GatewayData;
  readonly credit: Status["gateways"][number]["credit"] | null;
};

function Credit({ gateway, credit }: CreditProps) {
  if (!credit) {
    return (
      <>
        –<span className={classes.quiet}>{gateway.abilities.credit ? t`credit not read yet` : t`tells no credit`}</span>
      </>
    );
  }
  const { days_left: days } = credit;
  return (
    <>
      {creditWords(credit)}
      <span className={classes.quiet}>{days === null ? t`credit` : plural(days, "about # day", "about # days")}</span>
    </>
  );
}

/** What dragging does, for a keyboard. */
function MoveButtons({ name, order }: { readonly name: string; readonly order: RowOrder }) {
  const { first, last, move } = order;
  return (
    <>
      <ActionIcon
        variant="subtle"
        data-move="up"
        aria-label={t`Move ${name} up`}
        disabled={first}
        data-hint={first ? t`It is the first already` : undefined}
        data-hint-align="end"
        onClick={() => move(-1)}
      >
        <Icon name="arrow-up" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        data-move="down"
        aria-label={t`Move ${name} down`}
        disabled={last}
        data-hint={last ? t`It is the last already` : undefined}
        data-hint-align="end"
        onClick={() => move(1)}
      >
        <Icon name="arrow-down" size={14} />
      </ActionIcon>
    </>
  );
}
