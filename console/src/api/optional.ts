import { tidings } from "./client.ts";

type Call<Input, Output> = (input: Input, options: { readonly signal: AbortSignal }) => Output;

/** An operation that this release of the client may not have; undefined then. For what the console does without. */
export function optional<Input, Output, Returned = Promise<Output>>(
  operation: string,
): Call<Input, Returned> | undefined {
  const method: unknown = Reflect.get(tidings, operation);
  return typeof method === "function" ? (method.bind(tidings) as Call<Input, Returned>) : undefined;
}
