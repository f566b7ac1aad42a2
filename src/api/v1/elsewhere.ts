import { z } from "zod";

import type { Endpoint } from "../endpoint.ts";
import { Failure } from "../failure.ts";

/**
 * The same routes where another platform keeps what they would show: each answers 404 and says where to look.
 *
 * @param place reads after "are kept by": "WordPress, under Users > All Users"
 */
export function elsewhere(endpoints: readonly Endpoint[], what: string, place: string): Endpoint[] {
  return endpoints.map(({ read: _read, ...rest }) => ({
    ...rest,
    input: z.object({}),
    handle: async () => {
      throw new Failure("not_found", `${what} are kept by ${place}.`, { facts: { kept_by: place } });
    },
  }));
}
