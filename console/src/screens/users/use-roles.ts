import { useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { type Capability, capabilityNames } from "../../lib/capability.ts";
import { list } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";

export type Role = Operations["listRoles"]["data"]["items"][number];

/** All roles: there are few, and every form of this area offers them. */
export function useRoles() {
  return useQuery({
    queryKey: ["users", "roles"],
    queryFn: async ({ signal }): Promise<readonly Role[]> => {
      const roles: Role[] = [];
      for await (const role of tidings.listRoles({ per_page: 100 }, { signal })) roles.push(role);
      return roles;
    },
  });
}

/** Why this person may not grant, change or take something with these capabilities; null: they may. */
export function useGrantRefusal(): (capabilities: readonly Capability[]) => string | null {
  const { capabilities: own } = useSession();
  return (wanted) => {
    const missing = wanted.filter((capability) => !own.includes(capability));
    if (missing.length === 0) return null;
    const named = missing.map((capability) => capabilityNames[capability]);
    return t`You may not ${list(named, "unit")} yourself.`;
  };
}
