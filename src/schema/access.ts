import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { AccessRule } from '../domain/caller.ts';

/**
 * Describes the access rule that every query, mutation and subscription names in its extensions. A
 * field without a rule is a programming error and fails at start. The rules of an operation are decided
 * before it runs, by `http/operations/run-operation`.
 */
export function describeAccess(schema: GraphQLSchema): GraphQLSchema {
  for (const field of rootFields(schema)) {
    const rule = describeRule(accessRuleOf(field));
    field.description = [field.description, rule].filter(Boolean).join(' ');
  }
  return schema;
}

function describeRule(rule: AccessRule): string {
  switch (rule) {
    case 'public':
      return '';
    case 'authenticated':
      return 'Requires a token.';
    case 'setup':
      return 'Requires a login, also one that has yet to set up its second factor, or an API key with the scope admin.';
    case 'login':
      return 'Requires a login, or an API key with the scope admin.';
    default:
      return `Requires the scope ${rule}.`;
  }
}

export function rootFields(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => (root ? Object.values(root.getFields()) : []));
}

export function accessRuleOf(field: GraphQLField<unknown, unknown>): AccessRule {
  const { access } = field.extensions as { access?: AccessRule };
  if (!access) throw new Error(`The field ${field.name} has no access rule in its extensions.`);
  return access;
}
