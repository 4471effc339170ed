import {
  type FieldNode,
  type GraphQLField,
  getArgumentValues,
  isNonNullType,
  Kind,
  valueFromAST,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/**
 * How the arguments of a field are read, for any variables: as `getArgumentValues` of graphql-js does,
 * which collects the nodes anew each time, and which is left to report what is wrong.
 */
export function argumentReaderOf(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Record<string, unknown> {
  const nodes = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  const readers = definition.args.map(({ name, type, defaultValue }) => {
    const value = nodes.get(name);
    const variable = value?.kind === Kind.VARIABLE ? value.name.value : undefined;
    const isRequired = isNonNullType(type);
    return { name, type, defaultValue, value, variable, isRequired };
  });
  return (variables) => {
    const read: Record<string, unknown> = {};
    for (const { name, type, defaultValue, value, variable, isRequired } of readers) {
      const isGiven = value && (variable === undefined || Object.hasOwn(variables, variable));
      let found: unknown;
      if (!isGiven) found = defaultValue;
      else if (variable !== undefined) found = variables[variable];
      else found = valueFromAST(value, type, variables);
      const isInvalid = isRequired ? found == null : isGiven && found === undefined;
      if (isInvalid) return getArgumentValues(definition, node, variables);
      if (found !== undefined) read[name] = found;
    }
    return read;
  };
}
