/** A text as a phone shows it. `at` is in milliseconds since 1970. */
export type SandboxMessage = {
  readonly id: string;
  readonly at: number;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly media: readonly string[];
  readonly flash: boolean;
};

export type SandboxPhone = {
  /** The texts received, newest first; `to` in E.164. */
  messages(filter?: { readonly to?: string; readonly limit?: number }): readonly SandboxMessage[];
};

/** Keeps the newest `keep` texts of all phones together. */
export function makePhone(keep: number): SandboxPhone & { receive(message: SandboxMessage): void } {
  let kept: SandboxMessage[] = [];
  return {
    receive(message) {
      kept.push(message);
      // Cut at twice the size: one cut per `keep` texts instead of a shift for each.
      if (kept.length >= keep * 2) kept = keep === 0 ? [] : kept.slice(-keep);
    },
    messages({ to, limit = keep } = {}) {
      const newest = keep === 0 ? [] : kept.slice(-keep).reverse();
      return (to === undefined ? newest : newest.filter((message) => message.to === to)).slice(0, limit);
    },
  };
}
