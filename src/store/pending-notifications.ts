/** Topics that the other nodes are to be notified of. */
export type PendingNotifications = {
  add(topic: string): void;
  /** Sends what is pending, unless a notification was sent a moment ago: then it follows by itself. */
  send(): void;
  /** Returns what is pending, and forgets it. */
  take(): readonly string[];
};

/**
 * Notifications of one node: the first one is sent at once, and those that follow within `gapMs` are sent together.
 *
 * @param publish sends topics; null: there is no session, so they stay pending. Topics whose publication rejects are
 *   pending again.
 */
export function pendingNotifications(
  gapMs: number,
  publish: (topics: readonly string[]) => Promise<unknown> | null,
): PendingNotifications {
  const pending = new Set<string>();
  let gap: NodeJS.Timeout | null = null;
  let isSending = false;

  function take(): readonly string[] {
    const topics = [...pending];
    pending.clear();
    return topics;
  }

  function send(): void {
    if (pending.size === 0 || gap || isSending) return;
    const published = publish([...pending]);
    if (!published) return;
    const topics = take();
    isSending = true;
    void published.then(startGap, () => {
      for (const topic of topics) pending.add(topic);
      startGap();
    });
  }

  function startGap(): void {
    isSending = false;
    gap = setTimeout(() => {
      gap = null;
      send();
    }, gapMs);
    gap.unref();
  }

  return { add: (topic) => void pending.add(topic), send, take };
}
