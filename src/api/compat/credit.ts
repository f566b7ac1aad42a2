import { refusalOf, type CompatRoute } from "./route.ts";

/** `GET /credit`: two bare fields. */
export function creditRoute(): CompatRoute {
  return {
    method: "GET",
    path: "/credit",
    access: "svc_setting",
    async handle({ ask }) {
      const told = await ask("GET /credit");
      const bare = (credit: unknown, creditSupported: unknown) => ({ status: 200, body: { credit, creditSupported } });
      if (told.ok) return bare(told.body["credit"], told.body["creditSupported"]);
      if (told.code === "no_gateway") return bare(null, false);
      // There the last value is told while the gateway is away.
      if (told.code === "gateway_unreachable") return bare(numberOf(told.data["credit"]), true);
      return refusalOf(told);
    },
  };
}

function numberOf(amount: unknown): number | null {
  const number = typeof amount === "string" && amount.trim() !== "" ? Number(amount) : NaN;
  return Number.isFinite(number) ? number : null;
}
