import { LRUCache } from 'lru-cache';
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
  readonly parsers: readonly ((printed: string) => unknown)[];
  readonly readRow: ReadRow;
}

type ReadRow = (fields: readonly (string | null)[], parsers: Layout['parsers']) => object;

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
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
      readRow: rowReaderOf(names),
    };
    if (this.name === '') return;
    const known = layouts.get(this.#client) ?? new Map<string, Layout>();
    layouts.set(this.#client, known.set(this.name, this.#layout));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { readRow, parsers } = this.#layout as Layout;
    try {
      this.#rows.push(readRow(fields, parsers));
    } catch (error) {
      this.#failure ??= error as Error;
    }
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

/** By the names of the columns, which statements choose among those of the tables. */
const rowReaders = new LRUCache<string, ReadRow>({ max: 500 });

/**
 * Reads rows with these columns. Generated, so that V8 knows the shape of the row: to fill an object name
 * by name takes three times as long. The names are those of our statements, and are quoted.
 */
function rowReaderOf(names: readonly string[]): ReadRow {
  const key = JSON.stringify(names);
  const known = rowReaders.get(key);
  if (known) return known;
  const values = names.map(
    (name, at) =>
      `${JSON.stringify(name)}: fields[${at}] === null ? null : parsers[${at}](fields[${at}])`,
  );
  const readRow = new Function('fields', 'parsers', `return { ${values.join(', ')} };`) as ReadRow;
  rowReaders.set(key, readRow);
  return readRow;
}
