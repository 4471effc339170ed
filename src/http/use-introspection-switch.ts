import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** With introspection off, a query for the schema is refused as invalid. */
export function useIntrospectionSwitch(isOn: boolean): Plugin {
  if (isOn) return {};
  return {
    onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
  };
}
