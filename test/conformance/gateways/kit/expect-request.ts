import { expect } from "vitest";

import type { Seen, WantedRequest } from "./case.ts";

/** Compares a request with the one that a gateway's data expects. */
export function expectRequest(seen: Seen, wanted: WantedRequest): void {
  expect(seen).toMatchObject({ method: wanted.method, path: wanted.path });
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    if (value instanceof RegExp) expect(seen.headers[name]).toMatch(value);
    else expect(seen.headers[name]).toBe(value);
  }
  if (wanted.fields) {
    const given = seen.body === "" ? Object.entries(seen.query) : [...new URLSearchParams(seen.body)];
    expect(given).toEqual(wanted.fields);
  }
  if (wanted.json !== undefined) expect(JSON.parse(seen.body)).toEqual(wanted.json);
  if (wanted.body !== undefined) expect(seen.body).toBe(wanted.body);
}
