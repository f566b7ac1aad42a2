/** A secret that neither `console.log`, nor JSON, nor a template string reveals. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it only where the secret is sent, and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "•••";
  }

  toJSON(): string {
    return "•••";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "•••";
  }
}
