import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Remembers what it found for routes without parameters, to which most calls are made. The router that Hono chooses for
 * routes like ours, with a name where others have a parameter, splits and searches the path of each call.
 */
export function fixedPathsRouter<T>(): Router<T> {
  const routes = new TrieRouter<T>();
  /** By path and method; null: not called yet. */
  const fixed = new Map<string, Map<string, Result<T> | null>>();
  return {
    name: "FixedPathsRouter",
    add(method, path, handler) {
      routes.add(method, path, handler);
      if (/[:*]/.test(path)) return;
      const methods = fixed.get(path) ?? new Map<string, Result<T> | null>();
      fixed.set(path, methods.set(method, null));
    },
    match(method, path) {
      const methods = fixed.get(path);
      const known = methods?.get(method);
      if (known) return known;
      const result = routes.match(method, path);
      if (known === null) methods!.set(method, result);
      return result;
    },
  };
}
