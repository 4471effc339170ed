import { NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { ServerPlugin } from './server-plugin.ts';

/** With introspection off, introspection queries are invalid, and no error suggests names of the schema. */
export function useIntrospectionSwitch(isOn: boolean): ServerPlugin {
  if (isOn) return {};
  return {
    onValidate({ addValidationRule, setValidationFn }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules, { hideSuggestions: true }),
      );
    },
    onExecute({ args }) {
      // Variables are checked at execution.
      Object.assign(args, { hideSuggestions: true });
    },
  };
}
