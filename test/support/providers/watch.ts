/** Lets tests wait for what a peer has seen, without polling. */
export function openWatch() {
  const lookers = new Set<() => void>();
  return {
    /** Something has changed. */
    changed(): void {
      for (const look of lookers) look();
    },
    /** Resolves when the condition is true; it is checked now and after every change. */
    until: (condition: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!condition()) return;
          lookers.delete(look);
          resolve();
        };
        lookers.add(look);
        look();
      }),
  };
}
