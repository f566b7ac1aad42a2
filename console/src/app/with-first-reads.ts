import type { QueryClient } from "@tanstack/react-query";

import { hasHeadStart } from "../lib/head-start.ts";
import { queryClient } from "./query-client.ts";

/** The longest time that the first rendering waits for pending reads, in milliseconds. */
const PATIENCE = 250;

/** The first screen is that of the address. Others are preloaded for a possible visit. */
let isFirst = true;

type Screen = { readonly firstReads: (queries: QueryClient) => Promise<unknown> };

/**
 * The code of a screen, and what it reads first if the head start has asked for that: it is then rendered once, and not
 * without it before. On a slow phone the other rendering took as long as everything that is loaded after it.
 */
export async function withFirstReads<Code extends Screen>(code: Promise<Code>): Promise<Code> {
  const wanted = isFirst;
  isFirst = false;
  const screen = await code;
  if (wanted && hasHeadStart()) {
    await Promise.race([screen.firstReads(queryClient), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }
  return screen;
}
