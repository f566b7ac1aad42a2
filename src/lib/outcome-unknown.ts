/** What was asked for may have been done: the answer never came, and nobody could be asked. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** The id under which it can be looked up. */
  readonly id: string;

  constructor(id: string, options?: ErrorOptions) {
    super("whether it was done is not known", options);
    this.id = id;
  }
}
