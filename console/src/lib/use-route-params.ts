import { useParams } from "@tanstack/react-router";

/** The named parameters of the address: `useRouteParams("id").id` on `/messages/$id`. */
export function useRouteParams<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> {
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ""])) as Record<Name, string>;
}
