import {
  buildSchema as buildFromText,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';

const { rest } = await createTestApp();
const { body: text } = await rest('GET', '/schema.graphql');

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** All descriptions of the type and its members, by qualified name. */
function partsOf(type: GraphQLNamedType): [string, Described][] {
  const below = (owner: string, parts: readonly Described[]): [string, Described][] =>
    parts.map((part) => [`${owner}.${part.name}`, part]);
  const parts: [string, Described][] = [[type.name, type]];
  if (isEnumType(type)) parts.push(...below(type.name, type.getValues()));
  if (isInputObjectType(type)) parts.push(...below(type.name, Object.values(type.getFields())));
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      const owner = `${type.name}.${field.name}`;
      parts.push([owner, field], ...below(owner, field.args));
    }
  }
  return parts;
}

const roots = ['Query', 'Mutation', 'Subscription'];

function isRoot(type: GraphQLNamedType): type is GraphQLObjectType {
  return roots.includes(type.name);
}

function fieldsOf(type: GraphQLObjectType): [string, Described][] {
  return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
}

const fillers = new Set(
  'a an the of its it is was are this that which who what when how by in at to and'.split(' '),
);

/** "Started at." for startedAt, or "The question." for QuestionInput.question, only repeat the name. */
function isEcho(name: string, description: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(description).every((word) => fillers.has(word) || known.has(word));
}

function wordsOf(words: string): string[] {
  const spaced = words.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (spaced.match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/s$/, ''));
}

describe('the GraphQL schema', () => {
  const types = Object.values(buildFromText(text).getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );

  it('describes every type, query, mutation and subscription', () => {
    const parts = types.flatMap((type): [string, Described][] =>
      isRoot(type) ? [[type.name, type], ...fieldsOf(type)] : [[type.name, type]],
    );
    expect(parts.length).toBeGreaterThan(100);
    const silent = parts.filter(([, { description }]) => !description?.trim());
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('has no description that only repeats the name', () => {
    const parts = types.flatMap(partsOf);
    expect(parts.filter(([, { description }]) => description).length).toBeGreaterThan(300);
    const echoes = parts.filter(
      ([name, { description }]) => description && isEcho(name, description),
    );
    expect(echoes.map(([name, { description }]) => `${name}: ${description}`)).toEqual([]);
  });

  it('lets every mutation return null beside its error', () => {
    const mutations = types
      .filter(isRoot)
      .find(({ name }) => name === 'Mutation')
      ?.getFields();
    const required = Object.values(mutations ?? {}).filter(({ type }) => isNonNullType(type));
    expect(required.map(({ name }) => name)).toEqual([]);
  });

  it('says where each scalar is specified', () => {
    const scalars = types.filter(isScalarType);
    expect(scalars.map(({ name }) => name)).toEqual(['DateTime', 'JSON']);
    for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:/);
  });

  it('changes only when somebody looks at the change', async () => {
    await expect(`${text}\n`).toMatchFileSnapshot('./__snapshots__/schema.graphql');
  });
});
