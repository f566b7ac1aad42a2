/** A node of a syntax tree in the form of ESTree. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
};

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Calls `see` with the node and all its descendants. */
export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) if (typeof child === "object") visit(child, see);
  }
}
