import type { FieldPlan } from './execute-fields.ts';

/** The fields that are selected of an object. */
export interface Selection {
  readonly fields: readonly FieldPlan[];
  /** All of them, if each is a property with nothing left to do; otherwise undefined. */
  readonly readPlain: (source: unknown) => object | undefined;
}

/** To generate a reader takes about as long as to execute the fields of so many objects. */
const minObjects = 50;

export function createSelection(fields: readonly FieldPlan[]): Selection {
  const arePlain = fields.every(({ property, readPlain }) => property !== undefined && readPlain);
  let objects = 0;
  let read: ((source: object) => object | undefined) | undefined;
  const readPlain = (source: unknown) => {
    if (typeof source !== 'object' || source === null) return undefined;
    if (read) return read(source);
    objects += 1;
    if (objects === minObjects) read = generateReader(fields);
    return undefined;
  };
  return { fields, readPlain: arePlain ? readPlain : () => undefined };
}

/**
 * Generated, so that V8 knows the shapes of both objects: to read and fill them name by name takes 15 times
 * as long. Names are quoted, and no plan has the name `__proto__`.
 */
function generateReader(fields: readonly FieldPlan[]): (source: object) => object | undefined {
  const names = fields.map((_field, at) => `read${at}`);
  const values = fields.map(
    ({ property }, at) => `const value${at} = read${at}(source[${JSON.stringify(property)}]);
      if (value${at} === undefined) return undefined;`,
  );
  const results = fields.map(
    ({ responseName }, at) => `${JSON.stringify(responseName)}: value${at}`,
  );
  const body = `return (source) => { ${values.join(' ')} return { ${results.join(', ')} }; }`;
  return new Function(...names, body)(...fields.map(({ readPlain }) => readPlain));
}
