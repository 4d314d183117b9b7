/** A composable SQL fragment with its values, for long and frequent statements: kysely takes 0.3 ms to build one, as long as its query. */
export class Statement<Row = unknown> {
  /** The row type, for the compiler only. */
  declare readonly row: Row;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  compile(): { sql: string; parameters: unknown[] } {
    const parameters: unknown[] = [];
    return { sql: this.#write(parameters, new Map()), parameters };
  }

  /** A fragment object that occurs twice is bound once: each value costs driver and database some microseconds. */
  #write(parameters: unknown[], written: Map<Statement, string>): string {
    const known = written.get(this);
    if (known !== undefined) return known;
    let text = this.#texts[0] ?? '';
    for (const [place, value] of this.#values.entries()) {
      text += value instanceof Statement ? value.#write(parameters, written) : `$${parameters.push(value)}`;
      text += this.#texts[place + 1] ?? '';
    }
    written.set(this, text);
    return text;
  }
}

/** Creates a statement or fragment. Interpolations become bound values, except fragments. */
export const sql = <Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]): Statement<Row> =>
  new Statement<Row>(texts, values);

/** Raw SQL from the program itself, such as a column name; never from input. */
export const plainSql = (text: string): Statement => new Statement([text], []);

export const joined = (pieces: readonly unknown[], between = ', '): Statement =>
  new Statement(['', ...Array<string>(Math.max(pieces.length - 1, 0)).fill(between), ''], pieces);
