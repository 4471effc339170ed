import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import type { Random } from './random-source.ts';

export interface RandomOperation {
  readonly source: string;
  /** Values for its variables, different each time. */
  variables(random: Random): Record<string, unknown>;
}

/** A document with fragments, aliases, directives and variables; nearly always a valid one. */
export function randomOperation(schema: GraphQLSchema, random: Random): RandomOperation {
  const definitions = new Map<string, string>();
  const values = new Map<string, (random: Random) => unknown>();
  const fragments: string[] = [];
  let count = 0;

  const declare = (type: string, value: (random: Random) => unknown): string => {
    count += 1;
    definitions.set(`v${count}`, type);
    values.set(`v${count}`, value);
    return `$v${count}`;
  };
  const nextAlias = (): string => {
    count += 1;
    return `a${count}: `;
  };
  const conditions: string[] = [];
  const condition = (): string => {
    if (random.chance(0.3)) return String(random.chance(0.5));
    if (conditions.length < 1 + random.below(4)) {
      // With a default, null is valid until the operation runs.
      const type = random.chance(0.2) ? 'Boolean = true' : 'Boolean!';
      const value = (each: Random) =>
        type !== 'Boolean!' && each.chance(0.3) ? null : each.chance(0.5);
      conditions.push(declare(type, value));
    }
    return random.pick(conditions);
  };
  const directive = (): string =>
    random.chance(0.2) ? ` @${random.pick(['skip', 'include'])}(if: ${condition()})` : '';

  const argument = ({ name, type }: GraphQLArgument): string => {
    if (random.chance(0.4)) return `${name}: ${literal(type, random)}`;
    if (isNonNullType(type) && random.chance(0.2)) {
      const inner = type.ofType as GraphQLInputType;
      const given = (each: Random) => (each.chance(0.5) ? null : inputValue(inner, each));
      return `${name}: ${declare(`${inner} = ${literal(inner, random)}`, given)}`;
    }
    return `${name}: ${declare(String(type), (each) => inputValue(type, each))}`;
  };

  const field = (parent: GraphQLCompositeType, depth: number): string => {
    if (isUnionType(parent) || random.chance(0.1)) {
      return `${random.chance(0.3) ? nextAlias() : ''}__typename${directive()}`;
    }
    const fields = Object.values(parent.getFields());
    const leaves = fields.filter(({ type }) => !isCompositeType(getNamedType(type)));
    const definition = random.pick(depth > 0 || leaves.length === 0 ? fields : leaves);
    const type = getNamedType(definition.type);
    if (isCompositeType(type) && depth < -2) return `__typename`;
    const optional = definition.args.filter((each) => !isRequiredArgument(each));
    const args = [
      ...definition.args.filter(isRequiredArgument),
      ...optional.filter(() => random.chance(0.2)),
    ];
    // The same name with other arguments would be a conflict.
    const alias = args.length > 0 || random.chance(0.2) ? nextAlias() : '';
    const given = args.length > 0 ? `(${args.map(argument).join(', ')})` : '';
    const inner = isCompositeType(type) ? ` ${selection(type, depth - 1)}` : '';
    return `${alias}${definition.name}${given}${directive()}${inner}`;
  };

  const selection = (parent: GraphQLCompositeType, depth: number): string => {
    const parts = Array.from({ length: 1 + random.below(4) }, () => {
      if (depth < 0 || random.chance(0.7)) return field(parent, depth);
      const type = isAbstractType(parent) ? random.pick(schema.getPossibleTypes(parent)) : parent;
      const inner = selection(type, depth - 1);
      if (random.chance(0.5)) {
        const condition = type !== parent || random.chance(0.5) ? ` on ${type.name}` : '';
        return `...${condition}${directive()} ${inner}`;
      }
      fragments.push(`fragment F${fragments.length} on ${type.name} ${inner}`);
      const spread = `...F${fragments.length - 1}`;
      return random.chance(0.3) ? `${spread}${directive()} ${spread}` : `${spread}${directive()}`;
    });
    return `{ ${parts.join(' ')} }`;
  };

  const kind = random.chance(0.25) ? 'mutation' : 'query';
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const body = root ? selection(root, 3) : '{ __typename }';
  const declared = [...definitions].map(([name, type]) => `$${name}: ${type}`).join(', ');
  return {
    source: `${kind} Q${declared ? `(${declared})` : ''} ${body} ${fragments.join(' ')}`,
    variables: (each) =>
      Object.fromEntries(
        [...values].flatMap(([name, value]) =>
          definitions.get(name)?.endsWith('!') || each.chance(0.8) ? [[name, value(each)]] : [],
        ),
      ),
  };
}

function scalarValue(name: string, random: Random): unknown {
  switch (name) {
    case 'Int':
      return random.below(100);
    case 'Float':
      return random.below(100) / 4;
    case 'Boolean':
      return random.chance(0.5);
    case 'JSON':
      return random.pick([null, 1, 'a', [1], { a: 'b' }]);
    default:
      return `s${random.below(10)}`;
  }
}

function inputValue(type: GraphQLInputType, random: Random): unknown {
  if (isNonNullType(type)) return inputValue(type.ofType, random) ?? inputValue(type, random);
  if (random.chance(0.1)) return null;
  if (isListType(type)) {
    return Array.from({ length: random.below(3) }, () => inputValue(type.ofType, random));
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (!isInputObjectType(type)) return scalarValue(getNamedType(type).name, random);
  const fields = Object.values(type.getFields());
  const given = fields.filter((each) => isRequiredInputField(each) || random.chance(0.3));
  return Object.fromEntries(
    given.map(({ name, type: inner }) => [name, inputValue(inner, random)]),
  );
}

/** The value as it stands in a document. */
function literal(type: GraphQLInputType, random: Random): string {
  return print(inputValue(type, random), type);
}

function print(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return print(value, type.ofType);
  if (Array.isArray(value)) {
    const item = isListType(type) ? type.ofType : type;
    return `[${value.map((each) => print(each, item)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(type) ? type.getFields() : {};
    const entries = Object.entries(value).map(
      ([name, item]) => `${name}: ${print(item, fields[name]?.type ?? type)}`,
    );
    return `{ ${entries.join(', ')} }`;
  }
  return isEnumType(getNamedType(type)) && value !== null ? String(value) : JSON.stringify(value);
}
