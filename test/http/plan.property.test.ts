import fc from 'fast-check';
import {
  buildSchema as buildPlainSchema,
  type ExecutionResult,
  execute,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlan } from '../../src/http/operations/plan/plan.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { runs } from '../support/property-runs.ts';
import { randomOperation } from '../support/random-operation.ts';
import { type RandomContext, randomSchema } from '../support/random-schema.ts';
import { randomFrom } from '../support/random-source.ts';

const schema = randomSchema(buildSchema());

/** The result, when all else that was started has ended as well. */
async function settled(
  result: ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const known = await result;
  await new Promise(setImmediate);
  return known;
}

const unhandled: unknown[] = [];
const listeners = process.listeners('unhandledRejection');
beforeAll(() => {
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => unhandled.push(reason));
});
afterAll(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
});

/** All that can be seen of a result. */
function show({ errors, ...rest }: ExecutionResult, { calls }: RandomContext): string {
  const causes = errors?.map(({ originalError, nodes }) => [
    originalError?.message,
    nodes?.map(({ loc }) => loc?.start),
  ]);
  return JSON.stringify({ errors, ...rest, causes, calls }, undefined, 1);
}

describe('a plan', () => {
  it('gives the result of graphql-js, errors and calls of resolvers included', async () => {
    const seen = { runs: 0, errors: 0, data: 0, invalid: 0, leftToExecute: 0 };
    const property = fc.asyncProperty(
      fc.nat(),
      fc.constantFrom(0, 0.03, 0.15),
      async (seed, trouble) => {
        const random = randomFrom(seed);
        const { source, variables } = randomOperation(schema, random);
        const document = parse(source);
        if (validate(schema, document).length > 0) {
          seen.invalid += 1;
          return;
        }
        const operation = getOperationAST(document) as OperationDefinitionNode;
        const plan = createPlan({ schema, document, operation });
        for (let round = 0; round < 4; round += 1) {
          const sent = variables(random);
          const { variableDefinitions = [] } = operation;
          const { coerced } = getVariableValues(schema, variableDefinitions, sent);
          if (!coerced) continue;
          const one: RandomContext = { seed: seed + round, trouble, calls: [] };
          const other: RandomContext = { ...one, calls: [] };
          // graphql-js leaves rejected promises behind when an item of a list throws.
          unhandled.length = 0;
          const planned = plan.execute({ variableValues: coerced, contextValue: one });
          if (!planned) {
            seen.leftToExecute += 1;
            continue;
          }
          const result = await settled(planned);
          expect(unhandled).toEqual([]);
          const args = { schema, document, variableValues: sent, contextValue: other };
          const expected = await settled(execute(args));
          // graphql-js leaves rejected promises behind when an item of a list throws.
          unhandled.length = 0;
          expect(show(result, one)).toBe(show(expected, other));
          seen.runs += 1;
          if (result.errors) seen.errors += 1;
          if (result.data) seen.data += 1;
        }
      },
    );
    const { numRuns } = runs(150);
    await fc.assert(property, { numRuns });
    expect(seen.runs).toBeGreaterThan(1.3 * numRuns);
    expect(seen.errors).toBeGreaterThan(0.25 * numRuns);
    expect(seen.data).toBeGreaterThan(0.65 * numRuns);
    expect(seen.leftToExecute).toBeLessThan(seen.runs / 4);
  });

  const planFor = (source: string) => {
    const document = parse(source);
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return createPlan({ schema, document, operation: operation as OperationDefinitionNode });
  };
  const contextValue = { seed: 1, trouble: 0, calls: [] };

  it('gives the result of graphql-js also for objects that are like many before them, but for one field', async () => {
    const items = buildPlainSchema(
      'type Query { items: [Item] } type Item { name: String! count: Int marks: [String!] }',
    );
    const plain = { name: 'a', count: 1, marks: ['b'] };
    const odd: object[] = [
      { name: null },
      { name: undefined },
      { name: 7 },
      { name: () => 'called' },
      { name: Promise.resolve('late') },
      { count: null },
      { count: '2' },
      { count: 1.5 },
      { count: 2 ** 31 },
      { marks: null },
      { marks: ['b', null] },
      { marks: new Set(['b']) },
      { marks: 'b' },
    ];
    const rootValue = {
      items: [
        ...Array(100).fill(plain),
        ...odd.map((field) => ({ ...plain, ...field })),
        null,
        'b',
      ],
    };
    const document = parse('{ items { title: name count marks } }');
    const operation = getOperationAST(document) as OperationDefinitionNode;
    const plan = createPlan({ schema: items, document, operation });
    const expected = await execute({ schema: items, document, rootValue });
    for (let round = 0; round < 2; round += 1) {
      const result = await plan.execute({ contextValue, rootValue, variableValues: {} });
      expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
    }
  });

  it('is left to graphql-js where directives have too many variables, a null, or a name is __proto__', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const fields = names.map((name) => `${name}: __typename @skip(if: $${name})`);
    const declared = names.map((name) => `$${name}: Boolean!`);
    const many = planFor(`query (${declared}) { ${fields} }`);
    const variableValues = Object.fromEntries(names.map((name) => [name, false]));
    expect(many.execute({ contextValue, variableValues })).toBeUndefined();
    const one = planFor('query ($a: Boolean = true) { __typename @skip(if: $a) }');
    expect(one.execute({ contextValue, variableValues: { a: null } })).toBeUndefined();
    expect(one.execute({ contextValue, variableValues: { a: true } })).toEqual({ data: {} });
    const odd = planFor('{ __proto__: __typename }');
    expect(odd.execute({ contextValue, variableValues: {} })).toBeUndefined();
  });

  it('grows with the selections that were run, not with the runs', () => {
    const plan = planFor('query ($a: Boolean!) { a: __typename @skip(if: $a) b: __typename }');
    const run = (a: boolean) => plan.execute({ contextValue, variableValues: { a } });
    expect(plan.size).toBe(0);
    run(true);
    run(true);
    expect(plan.size).toBe(1);
    run(false);
    run(false);
    expect(plan.size).toBe(3);
  });
});
