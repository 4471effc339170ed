import pg from 'pg';
import { serialize } from 'pg-protocol';

/** SQL with numbered parameters; a `Prisma.Sql` is one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface NamedStatement extends Statement {
  /** Empty: it is prepared anew each time. */
  readonly name: string;
}

/** The part of pg's connection that a query of its own needs. */
interface Connection {
  readonly stream: { readonly writable: boolean; write(bytes: Uint8Array): void };
  readonly parsedStatements: Readonly<Record<string, string>>;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How the rows of a statement are read. */
interface Layout {
  readonly empty: Readonly<Record<string, null>>;
  readonly names: readonly string[];
  readonly parsers: readonly ((printed: string) => unknown)[];
}

/** A value as the protocol sends it; not among the types of pg. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | null } }
).utils;

// The same for every statement.
const describe = serialize.describe({ type: 'P', name: '' });
const execute = serialize.execute({ portal: '' });
const sync = serialize.sync();
/** Unnamed: what is prepared again costs little, since there is nothing to plan. */
const begin = [serialize.parse({ text: 'BEGIN' }), serialize.bind({ values: [] }), execute];

/** By connection and statement: a prepared statement never changes its columns. */
const layouts = new WeakMap<object, Map<string, Layout>>();

/**
 * Runs a statement. A query of pg asks for the description of its columns each time, which costs as
 * much as reading a row; this one remembers it with the prepared statement.
 */
export function runStatement<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: NamedStatement,
): Promise<Row[]> {
  return submit(client, statement, false);
}

/** Begins a transaction and runs its first statement, in one round trip. */
export function beginWith<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: NamedStatement,
): Promise<Row[]> {
  return submit(client, statement, true);
}

function submit<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: NamedStatement,
  begins: boolean,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(client, statement, begins, (error, rows) => {
      if (error) reject(error);
      else resolve(rows as Row[]);
    });
    client.query(query as unknown as pg.Submittable);
  });
}

/** What pg calls while the statement runs. */
class PreparedQuery {
  readonly name: string;
  readonly text: string;
  /** pg looks for it. */
  readonly callback: (error: Error | null, rows?: object[]) => void;
  readonly #values: readonly unknown[];
  readonly #client: pg.ClientBase;
  readonly #begins: boolean;
  readonly #rows: object[] = [];
  #layout: Layout | undefined;
  #failure: Error | undefined;

  constructor(
    client: pg.ClientBase,
    { name, text, values }: NamedStatement,
    begins: boolean,
    callback: PreparedQuery['callback'],
  ) {
    this.#client = client;
    this.#begins = begins;
    this.name = name;
    this.text = text;
    this.#values = values;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    const isPrepared = name !== '' && connection.parsedStatements[name] !== undefined;
    if (isPrepared) this.#layout = layouts.get(this.#client)?.get(name);
    const messages: Uint8Array[] = [];
    try {
      // BEGIN is unnamed too, and would replace it.
      if (this.#begins && name === '') messages.push(...begin);
      // Before BEGIN: once anything was parsed, pg considers the statement prepared.
      if (!isPrepared) messages.push(serialize.parse({ name, text }));
      if (this.#begins && name !== '') messages.push(...begin);
      const values = this.#values as unknown[];
      messages.push(serialize.bind({ statement: name, values, valueMapper: prepareValue }));
      if (!this.#layout) messages.push(describe);
      messages.push(execute);
    } catch (error) {
      // A value that cannot be sent.
      this.#failure = error as Error;
    }
    messages.push(sync);
    // In one piece: to copy them costs less than to collect them in the stream.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const names = fields.map(({ name }) => name);
    this.#layout = {
      names,
      empty: Object.fromEntries(names.map((name) => [name, null])),
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
    };
    if (this.name === '') return;
    const known = layouts.get(this.#client) ?? new Map<string, Layout>();
    layouts.set(this.#client, known.set(this.name, this.#layout));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers, empty } = this.#layout as Layout;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const printed = fields[index] as string | null;
        if (printed !== null) row[names[index] as string] = parsers[index]?.(printed);
      }
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#rows);
  }
}
