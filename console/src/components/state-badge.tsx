import { Icon } from "./icon.tsx";
import classes from "./state-badge.module.css";
import { badges, type StateKind, type StateOf } from "./state-badges.ts";

export type StateBadgeProps<K extends StateKind> = {
  /** Whose state it is: `delivery`, `message`, `schedule`, `subscriber`, ... */
  readonly of: K;
  readonly state: StateOf<K>;
  /** Words in place of the usual ones: "Held until 08:00". */
  readonly label?: string;
};

/** A state as an icon, a word and a color: never by color alone. */
export function StateBadge<K extends StateKind>({ of, state, label }: StateBadgeProps<K>) {
  const table: Readonly<Record<string, { word: string; icon: Parameters<typeof Icon>[0]["name"]; tone: string }>> =
    badges[of];
  // A newer service may know a state that this page does not.
  const badge = table[state] ?? { word: String(state).replaceAll("_", " "), icon: "more" as const, tone: "queued" };
  return (
    <span className={classes.badge} data-tone={badge.tone}>
      <Icon name={badge.icon} size={12} mirror={badge.icon === "arrow-up-right"} />
      {label ?? badge.word}
    </span>
  );
}
