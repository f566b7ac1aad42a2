import { recipes } from "#gateways/adapters/http/recipes";
import { says } from "../kit/says.ts";

export const SECRET = "can4ry-pa55";

/** A recipe from the docs, pointed at the simulated provider. */
export function recipe(title: string): (host: string) => string {
  const { dsn } = recipes.find((each) => each.title === title)!;
  return (host) => `${dsn.replace(/^https?:\/\/([^:]*):[^@]*@[^/]*/, `http://USER:${SECRET}@${host}`)}&timeout=0.4`;
}

export const text = (status: number, body: string) => ({ status, body, headers: { "content-type": "text/plain" } });
export const json = (status: number, body: unknown) => says(status, body);
