import { type FieldNode, Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql';

/** Variables by name, as they were sent. */
export type Values = Readonly<Record<string, unknown>>;

/** Reads an argument of a field; what no variable is part of is read once. */
export function readArgument(node: FieldNode, name: string): (values: Values) => unknown {
  const value = node.arguments?.find((each) => each.name.value === name)?.value;
  if (!value) return () => undefined;
  if (value.kind === Kind.VARIABLE) return (values) => values[value.name.value];
  if (hasVariable(value)) return (values) => valueFromASTUntyped(value, { ...values });
  const constant = valueFromASTUntyped(value);
  return () => constant;
}

function hasVariable(value: ValueNode): boolean {
  let isFound = false;
  visit(value, {
    Variable() {
      isFound = true;
    },
  });
  return isFound;
}
