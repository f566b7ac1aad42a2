import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import type { Filter } from "../../components/filters/filters.tsx";
import { badges } from "../../components/state-badges.ts";
import { categoryOptions } from "../../lib/categories.ts";
import { plural, t } from "../../lib/translate.ts";
import type { OutboxFilter } from "./views.ts";

const statuses = [
  { value: "success", label: t`Sent or delivered` },
  { value: "failed", label: t`Did not arrive` },
  { value: "pending", label: t`On its way` },
];

const states = Object.entries(badges.delivery).map(([value, { word }]) => ({ value, label: word }));

/** Choices change seldom, and are not worth a call for each filter that is set. */
const staleTime = 300_000;
const campaignsShown = 25;
const shownLetters = 60;

/**
 * The filters whose values are listed. What is set is always among the choices, even if it is no longer offered.
 *
 * @param enabled when the choices may be asked for: they must not delay the entries
 */
export function useFilters(filter: OutboxFilter, enabled: boolean): readonly Filter[] {
  const gateways = useGateways(enabled);
  const messages = useCampaigns(enabled);
  const { gateway, message_id: message } = filter;
  const ofGateways = withSet(gateways, gateway, gateway);
  const ofMessages = withSet(messages, message, t`Another message`);
  return [
    { name: "status", label: t`Outcome`, options: statuses },
    { name: "state", label: t`State`, options: states, several: true },
    { name: "category", label: t`Kind`, options: categoryOptions },
    ...(ofGateways.length > 0 ? [{ name: "gateway", label: t`Gateway`, options: ofGateways }] : []),
    ...(ofMessages.length > 0 ? [{ name: "message_id", label: t`Message`, options: ofMessages }] : []),
  ];
}

type Option = { readonly value: string; readonly label: string };

function withSet(options: readonly Option[], value: string | undefined, label: string | undefined): readonly Option[] {
  const known = value === undefined || label === undefined || options.some((option) => option.value === value);
  return known ? options : [...options, { value, label }];
}

/**
 * Those that have sent something in the last months: the statistics list them for every user, including those who may
 * not see the gateways.
 */
function useGateways(enabled: boolean): readonly Option[] {
  const { data } = useQuery({
    queryKey: ["outbox-filters", "gateways"],
    queryFn: ({ signal }) =>
      tidings.getStats({ interval: "day", group_by: "gateway", date_from: daysAgo(90) }, { signal }),
    staleTime,
    enabled,
  });
  return (data?.groups ?? []).flatMap(({ part }) => (part === null ? [] : [{ value: part, label: part }]));
}

/** The newest messages to several people. */
function useCampaigns(enabled: boolean): readonly Option[] {
  const may = useCan()("svc_sendsms");
  const { data } = useQuery({
    queryKey: ["outbox-filters", "messages"],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all([
        tidings.listMessages({ per_page: 50 }, { signal }),
        tidings.listMessages({ category: "marketing", per_page: campaignsShown }, { signal }),
      ]);
      return pages.flatMap(({ items }) => items);
    },
    staleTime,
    enabled: enabled && may,
  });
  const several = (data ?? []).filter(({ recipients }) => recipients.accepted > 1);
  const byId = new Map(several.map((message) => [message.message_id, message]));
  return [...byId.values()]
    .toSorted((one, other) => (one.message_id < other.message_id ? 1 : -1))
    .slice(0, campaignsShown)
    .map(({ message_id: value, message: text, recipients }) => ({
      value,
      label: t`${plural(recipients.accepted, "# person", "# people")}: ${beginning(text)}`,
    }));
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function beginning(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length <= shownLetters ? line : `${line.slice(0, shownLetters)}…`;
}
