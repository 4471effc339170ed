import {
  buildSchema as buildFromText,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
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

/** The type and everything in it that a reader of the documentation sees, by full name. */
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

describe('the GraphQL schema', () => {
  it('describes every type, field, argument, value and input field', () => {
    const types = Object.values(buildFromText(text).getTypeMap()).filter(
      (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
    );
    const parts = types.flatMap(partsOf);
    expect(parts.length).toBeGreaterThan(100);
    const silent = parts.filter(([, { description }]) => !description?.trim());
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('changes only when somebody looks at the change', async () => {
    await expect(`${text}\n`).toMatchFileSnapshot('./__snapshots__/schema.graphql');
  });
});
