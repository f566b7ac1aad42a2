import type { Detail } from "#domain/error";

import type { Endpoint } from "../endpoint.ts";
import type { Identified } from "../access/identify.ts";
import { runEndpoint } from "../pipeline.ts";
import { ownCall, type ApiDeps } from "../services.ts";
import type { CompatCall, ApiResult } from "./route.ts";

/** Headers of the outer call that are passed to the inner one. */
const PROXIED = ["idempotency-key", "x-request-id"];
/** The inner call's caller is already known: this value is never checked. */
const KNOWN = `Basic ${btoa("known:already")}`;

type Fields = Readonly<Record<string, unknown>>;

/** Runs our own endpoints on behalf of an identified caller, through the same pipeline as any other call. */
export function apiCaller(
  endpoints: readonly Endpoint[],
  services: ApiDeps,
  { caller, ip, request, nonce }: Identified,
): CompatCall["callApi"] {
  const inner: ApiDeps = {
    ...services,
    host: withoutProxied(services.host, async () => caller),
    clientOf: () => ownCall(ip),
  };
  return async (route, fields = {}, part) => {
    const [method, path] = route.split(" ") as [string, string];
    const endpoint = endpoints.find((one) => one.method === method && one.path === path);
    if (!endpoint) throw new Error(`there is no ${route}`);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const pathParameters = given.filter(([name]) => path.includes(`{${name}}`));
    const rest = given.filter(([name]) => !path.includes(`{${name}}`));
    const headers = new Headers({ authorization: KNOWN });
    for (const name of PROXIED) {
      const value = request.headers.get(name) ?? (name === "idempotency-key" ? nonce : null);
      if (value !== null)
        headers.set(name, name === "idempotency-key" && part !== undefined ? `${value}/${part}` : value);
    }
    const url = new URL(`http://localhost${path}`);
    const init: RequestInit = { method, headers };
    if (method === "GET") for (const [name, value] of rest) url.searchParams.set(name, String(value));
    else {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(Object.fromEntries(rest));
    }
    const pathFields = Object.fromEntries(pathParameters.map(([name, value]) => [name, String(value)]));
    return resultOf(await runEndpoint(endpoint, new Request(url, init), undefined, pathFields, inner));
  };
}

/** Only authentication is replaced: the rest of the host stays. */
function withoutProxied(host: ApiDeps["host"], authenticate: ApiDeps["host"]["authenticate"]) {
  const { proxied: _passedOn, ...rest } = host;
  return { ...rest, authenticate };
}

async function resultOf(response: Response): Promise<ApiResult> {
  const body = (await response.json()) as Fields;
  const data = (body["data"] ?? {}) as Fields;
  return {
    ok: response.ok,
    status: response.status,
    message: String(body["message"]),
    data,
    body,
    code: response.ok ? "" : String(body["code"]),
    details: (data["details"] ?? []) as readonly Detail[],
    headers: Object.fromEntries(
      ["Retry-After", "Idempotency-Replayed"].flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}
