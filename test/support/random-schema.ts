import {
  buildSchema,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
  responsePathAsArray,
} from 'graphql';
import { hashOf, type Random, randomFrom } from './random-source.ts';

/** What resolvers see; each adds to the calls. */
export interface RandomContext {
  readonly seed: number;
  /** How likely anything goes wrong. */
  readonly trouble: number;
  readonly calls: string[];
}

/** The same types with resolvers that return, delay, omit or throw at random, but alike for equal paths. */
export function randomSchema(original: GraphQLSchema): GraphQLSchema {
  const schema = buildSchema(printSchema(original));
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type)) {
      type.resolveType = (_value, context: RandomContext, info) => {
        const { trouble, seed } = context;
        const random = randomFor(`${seed} type ${pathOf(info)}`);
        const names = schema.getPossibleTypes(type).map(({ name }) => name);
        const wrong = ['Question', 'Nothing', 'String', undefined];
        const name = random.chance(trouble / 2) ? random.pick(wrong) : random.pick(names);
        return random.chance(0.3) ? later(random, () => name) : name;
      };
    }
    if (!isObjectType(type)) continue;
    if (hashOf(type.name) % 4 === 0) {
      type.isTypeOf = (_value, { seed, trouble }: RandomContext, info) => {
        const random = randomFor(`${seed} is ${type.name} ${pathOf(info)}`);
        const isOfType = !random.chance(trouble / 2);
        return random.chance(0.3) ? later(random, () => isOfType) : isOfType;
      };
    }
    for (const field of Object.values(type.getFields())) {
      // The others are read from the source.
      if (hashOf(`${type.name}.${field.name}`) % 3 === 0 && !isRoot(schema, type)) continue;
      field.resolve = (_source, args, context: RandomContext, info) => {
        const path = pathOf(info);
        context.calls.push(`${path} ${JSON.stringify(args)} ${describe(info)}`);
        return valueFor(field.type, path, context);
      };
    }
  }
  return schema;
}

function isRoot(schema: GraphQLSchema, type: GraphQLObjectType): boolean {
  return type === schema.getQueryType() || type === schema.getMutationType();
}

const pathOf = (info: GraphQLResolveInfo) => responsePathAsArray(info.path).join('.');

function describe(info: GraphQLResolveInfo): string {
  const { fieldName, fieldNodes, parentType, returnType, variableValues, operation } = info;
  const nodes = fieldNodes.map(({ loc }) => loc?.start).join();
  const fragments = Object.keys(info.fragments).join();
  return `${parentType}.${fieldName}: ${returnType} at ${nodes} in ${operation.name?.value} ${fragments} ${JSON.stringify(variableValues)} ${info.path.typename}`;
}

const randomFor = (text: string) => randomFrom(hashOf(text));

function later<T>(random: Random, value: () => T): Promise<T> {
  let promise: Promise<unknown> = Promise.resolve();
  for (let ticks = random.below(5); ticks > 0; ticks -= 1) promise = promise.then(() => undefined);
  return promise.then(value);
}

function valueFor(type: GraphQLOutputType, path: string, context: RandomContext): unknown {
  const random = randomFor(`${context.seed} ${path}`);
  const value = (): unknown => {
    if (random.chance(context.trouble)) {
      const trouble = random.below(5);
      if (trouble === 0) throw new Error(`Thrown at ${path}`);
      if (trouble === 1) return new Error(`Returned at ${path}`);
      if (trouble === 2) throw `Text thrown at ${path}`;
      return trouble === 3 ? null : undefined;
    }
    const { trouble } = context;
    return random.chance(trouble / 4)
      ? random.pick<unknown>([{}, 'wrong', Number.NaN, new Set(['a'])])
      : soundValue(isNonNullType(type) ? type.ofType : type, path, context, random);
  };
  return random.chance(0.3) ? later(random, value) : value();
}

function soundValue(
  type: GraphQLOutputType,
  path: string,
  context: RandomContext,
  random: Random,
): unknown {
  if (isListType(type)) {
    const items = Array.from({ length: random.below(4) }, (_, index) => {
      try {
        return valueFor(type.ofType, `${path}[${index}]`, context);
      } catch (error) {
        return error;
      }
    });
    return random.chance(0.1) ? new Set(items) : items;
  }
  if (isEnumType(type)) return random.pick(type.getValues()).value;
  if (isLeafType(type)) {
    return { Int: random.below(9), Float: 0.5, Boolean: true }[getNamedType(type).name] ?? 'text';
  }
  return sourceFor(type, path, context);
}

/** An object whose properties are as random as the results of resolvers. */
function sourceFor(type: GraphQLOutputType, path: string, context: RandomContext): object {
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== 'string' || !isObjectType(type)) return undefined;
        const field = type.getFields()[name];
        if (!field) return undefined;
        const value = () => valueFor(field.type, `${path}/${name}`, context);
        return hashOf(path + name) % 10 === 0 ? (args: object) => (args ? value() : null) : value();
      },
    },
  );
}
