import { NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { ServerPlugin } from './server-plugin.ts';

/** With introspection off, a query for the schema is refused as invalid, and no error suggests names of it. */
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
      // Values of variables are checked while an operation runs.
      Object.assign(args, { hideSuggestions: true });
    },
  };
}
