import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql';
import { type AccessRule, requireAccess } from '../domain/caller.ts';
import type { Context } from './context.ts';

/**
 * Enforces the access rule that every query, mutation and subscription names in its extensions. A
 * field without a rule is a programming error and fails at start.
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const field of rootFields(schema)) {
    const rule = accessRuleOf(field);
    field.description = [field.description, describeRule(rule)].filter(Boolean).join(' ');
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args, context, info) => {
      requireAccess((context as Context).caller, rule);
      return resolve(source, args, context, info);
    };
    const { subscribe } = field;
    if (!subscribe) continue;
    field.subscribe = (source, args, context, info) => {
      requireAccess((context as Context).caller, rule);
      return subscribe(source, args, context, info);
    };
  }
  return schema;
}

function describeRule(rule: AccessRule): string {
  switch (rule) {
    case 'public':
      return '';
    case 'authenticated':
      return 'Requires a token.';
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
