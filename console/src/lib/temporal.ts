type Temporal = typeof import("temporal-polyfill").Temporal;

const native = (globalThis as { readonly Temporal?: Temporal }).Temporal;
let loaded: Temporal | undefined = native;

/** Available once `withTemporal` has loaded it. */
export function temporal(): Temporal {
  if (!loaded) throw new Error("A screen that computes with dates was loaded without withTemporal.");
  return loaded;
}

/**
 * Loads a screen that computes with dates. Most browsers have Temporal; with the polyfill in the screen's files, a
 * phone would load 18 kB more before it shows anything.
 */
export async function withTemporal<Screen>(screen: Promise<Screen>): Promise<Screen> {
  loaded ??= (await import("temporal-polyfill")).Temporal;
  return screen;
}
