import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCan, useSession } from "../../api/session.ts";
import { readablePhone } from "../../lib/phone.ts";
import { plural, t } from "../../lib/translate.ts";
import { type Audience, keyOf } from "./audience.ts";
import { type Found, useRecipients } from "./use-recipients.ts";

export const sourceKinds = ["groups", "segments", "people", "customers", "users", "roles", "everybody"] as const;

/** A person, or several, who can be chosen. */
export type Source = {
  /** As the key of {@link chosenIn}. */
  readonly key: string;
  readonly kind: (typeof sourceKinds)[number];
  readonly name: string;
  readonly note: string;
  /** Of a person who is written to by it. */
  readonly number?: string;
  /** Why it cannot be chosen. */
  readonly obstacle?: string;
  readonly add: (audience: Audience) => Partial<Audience>;
};

export type Sources = {
  readonly found: readonly Source[];
  /** What was typed was not looked up yet. */
  readonly pending: boolean;
  /** A source did not answer: who is not found may be in it. */
  readonly failed: boolean;
};

/** Letters of a name, and digits of a number, from which single people are looked for. */
const LETTERS = 2;
const DIGITS = 4;
/** People who are offered at once; a longer name finds the others. */
const OFFERED = 8;

/** What the API can send to and the caller may list, whose name or number contains what was typed. */
export function useSources(typed: string, isNumber: boolean): Sources {
  const can = useCan();
  const {
    recipient_kinds: kinds,
    site: { customers },
  } = useSession();
  const [debounced] = useDebouncedValue(typed, 150);
  const search = debounced.slice(0, 100);
  const digits = debounced.replaceAll(/\D/g, "").length;
  const isPerson = isNumber ? digits >= DIGITS : search.length >= LETTERS;
  const byName = !isNumber;
  const groups = useQuery({
    queryKey: ["groups", "compose", search],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listGroups({ per_page: 20, ...(search && { search }) }, { signal });
      return items.map(({ id, name, active_count }) =>
        listed("groups", { id, name }, plural(active_count, "# person", "# people")),
      );
    },
    enabled: byName && can("svc_subscribers"),
    placeholderData: keepPreviousData,
  });
  const segments = useQuery({
    queryKey: ["segments", "compose"],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listSegments({ per_page: 100 }, { signal });
      return items.map(({ id, name }) => listed("segments", { id, name }, t`Segment`));
    },
    enabled: byName && can("svc_subscribers"),
  });
  const people = useQuery({
    queryKey: ["subscribers", "compose", search],
    queryFn: async ({ signal }) => {
      const query = { search, state: "active", per_page: OFFERED } as const;
      const { items } = await tidings.listSubscribers(query, { signal });
      return items.map(({ id, name, mobile }) => {
        const note = name ? readablePhone(mobile) : t`Subscriber`;
        return listed("people", { id, name: name || mobile, number: mobile }, note);
      });
    },
    enabled: isPerson && can("svc_subscribers"),
    staleTime: 10_000,
  });
  const ofShop = useRecipients("customers", search, isPerson && customers && kinds.includes("customers"));
  const users = useRecipients("users", search, isPerson && byName && kinds.includes("users"));
  const roles = useRecipients("roles", isPerson ? search : "", byName && kinds.includes("roles"));
  const matches = ({ name }: Source): boolean => name.toLowerCase().includes(typed.toLowerCase());
  // Of the people the API decides what matches: a user is found by their e-mail address, too.
  const looked = isPerson && debounced === typed;
  // Who is both is offered once, also while the subscribers are still looked up.
  const known = new Set(people.data?.map(({ key }) => key));
  const customersFound = people.isFetching ? [] : ofShop.items.map(customerSource);
  const shopOnly = customersFound.filter(({ key }) => !known.has(key));
  const roleSources = roles.items.map(({ id, name }) => listed("roles", { id, name }, t`Role`));
  return {
    found: [
      ...(byName ? [...(groups.data ?? []), ...(segments.data ?? [])].filter(matches) : []),
      ...(looked ? [...(people.data ?? []), ...most(shopOnly), ...most(users.items.map(userSource))] : []),
      ...(byName ? [...roleSources, ...everybody(customers)].filter(matches) : []),
    ],
    failed: debounced === typed && [ofShop, users, roles].some(({ isError }) => isError),
    pending:
      typed !== "" &&
      (debounced !== typed || [groups, people, ofShop, users, roles].some(({ isFetching }) => isFetching)),
  };
}

type List = "groups" | "segments" | "people" | "users" | "roles";

function listed<Kind extends List>(kind: Kind, one: Audience[Kind][number], note: string): Source {
  const add = (audience: Audience) => ({ [kind]: [...audience[kind], one] });
  const number = "number" in one && one.number !== "" ? { number: one.number } : {};
  return { key: keyOf(kind, one), kind, name: one.name, note, ...number, add };
}

const most = (found: readonly Source[]): readonly Source[] => found.slice(0, OFFERED);

const unreachable = () => ({ obstacle: t`no phone number` });

const userSource = ({ id, name, username, reachable }: Found<"users">): Source => ({
  ...listed("users", { id, name: name || username }, name ? username : ""),
  ...(!reachable && unreachable()),
});

/** A customer is written to as a subscriber is: by number, with their name. */
const customerSource = ({ id, name, phone }: Found<"customers">): Source => ({
  ...listed("people", { id, name, number: phone ?? "" }, phone ? readablePhone(phone) : ""),
  // Not the key of a person: all customers without a number would have the same.
  ...(!phone && { key: `customers ${id}`, ...unreachable() }),
  kind: "customers",
});

/** Sources without a list. */
function everybody(customers: boolean): readonly Source[] {
  const all: Source = {
    key: "everyone",
    kind: "everybody",
    name: t`All subscribers`,
    note: t`everyone in a group`,
    add: () => ({ everyone: true, groups: [], segments: [] }),
  };
  const shop: Source = {
    key: "customers",
    kind: "everybody",
    name: t`Customers`,
    note: t`everyone the shop knows`,
    add: () => ({ customers: true }),
  };
  return customers ? [all, shop] : [all];
}
