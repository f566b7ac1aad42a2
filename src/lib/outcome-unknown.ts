/** The request may have been carried out: no response came, and the outcome could not be queried. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** The id under which it can be looked up. */
  readonly id: string;

  constructor(id: string, options?: ErrorOptions) {
    super("whether it was done is not known", options);
    this.id = id;
  }
}
