/**
 * A piece of SQL with its values, to be put together like kysely's. For long statements that are asked often: kysely takes a third
 * of a millisecond for the tree of one, which is as long as Postgres takes to answer it.
 */
export class Statement<Row = unknown> {
  /** Only for the compiler: what a row of the answer is. */
  declare readonly row: Row;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  compile(): { sql: string; parameters: unknown[] } {
    const parameters: unknown[] = [];
    return { sql: this.#write(parameters), parameters };
  }

  #write(parameters: unknown[]): string {
    let text = this.#texts[0] ?? '';
    for (const [place, value] of this.#values.entries()) {
      text += value instanceof Statement ? value.#write(parameters) : `$${parameters.push(value)}`;
      text += this.#texts[place + 1] ?? '';
    }
    return text;
  }
}

/** A statement, or a piece of one. Whatever is put in is sent as a value, unless it is a piece itself. */
export const sql = <Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]): Statement<Row> =>
  new Statement<Row>(texts, values);

/** Text that the program itself has written, such as the name of a column. */
export const plainSql = (text: string): Statement => new Statement([text], []);

/** Pieces one behind the other. */
export const joined = (pieces: readonly unknown[], between = ', '): Statement =>
  new Statement(['', ...Array<string>(Math.max(pieces.length - 1, 0)).fill(between), ''], pieces);
