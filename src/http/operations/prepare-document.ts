import {
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { type DocumentError, rememberError } from './document-error.ts';
import { parseDocument } from './parse-document.ts';
import type { Plan } from './plan/plan.ts';
import {
  type FailedOperation,
  type Preparation,
  type PreparationOptions,
  prepareOperation,
} from './prepare-operation.ts';

/** Measured: syntax nodes with their tokens, planned fields, and errors take up to this much. */
const bytesPerToken = 550;
const bytesPerPlannedField = 1000;
const bytesPerError = 500;

/** A document with its operations, or with what keeps them from running. */
export interface PreparedDocument {
  find(operationName?: string | null): Preparation;
  /** Why none of its operations can run. */
  readonly errors: readonly GraphQLError[];
  /** An estimate of its memory; it grows as plans are made. */
  readonly bytes: number;
}

/** Parses and validates a document once; a stored one is exempt from the limits of those that clients send. */
export function prepareDocument(
  source: string,
  isStored: boolean,
  options: PreparationOptions,
): PreparedDocument {
  let document: DocumentNode;
  try {
    document = isStored ? parse(source) : parseDocument(source);
  } catch (error) {
    return failedDocument([rememberError(error, 'GRAPHQL_PARSE_FAILED')]);
  }
  const errors = validationErrors(document, options);
  return errors.length > 0
    ? failedDocument(errors, operationsOf(document).map(summaryOf))
    : validDocument(document, options);
}

function validationErrors(
  document: DocumentNode,
  { schema, introspection }: PreparationOptions,
): DocumentError[] {
  const rules = introspection ? [] : [NoSchemaIntrospectionCustomRule];
  return validate(schema, document, [...specifiedRules, ...rules], {
    hideSuggestions: !introspection,
  }).map((error) => rememberError(error, 'GRAPHQL_VALIDATION_FAILED'));
}

/** Keeps the errors alone: they refer to the text of the document, not to its syntax tree. */
function failedDocument(
  errors: readonly DocumentError[],
  summaries?: readonly OperationSummary[],
): PreparedDocument {
  const operations = summaries?.map(({ name, kind }) => ({
    name,
    preparation: failedOperation(errors, kind),
  }));
  const unread = failedOperation(errors);
  return {
    find: (name) => (operations ? choose(operations, name) : unread),
    get errors() {
      return unread.errors;
    },
    bytes: errors.length * bytesPerError,
  };
}

function validDocument(document: DocumentNode, options: PreparationOptions): PreparedDocument {
  const plans: Plan[] = [];
  const operations = operationsOf(document).map((operation) => ({
    name: operation.name?.value,
    preparation: prepareOperation(document, operation, options, plans),
  }));
  const ownBytes = (document.tokenCount ?? 0) * bytesPerToken;
  return {
    find: (name) => choose(operations, name),
    errors: [],
    get bytes() {
      return plans.reduce((sum, { size }) => sum + size * bytesPerPlannedField, ownBytes);
    },
  };
}

interface OperationSummary {
  readonly name: string | undefined;
  readonly kind: OperationDefinitionNode['operation'];
}

function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

function summaryOf({ name, operation: kind }: OperationDefinitionNode): OperationSummary {
  return { name: name?.value, kind };
}

/** The operation of this name, or without a name the only one. */
function choose(
  operations: readonly { readonly name: string | undefined; readonly preparation: Preparation }[],
  name: string | null | undefined,
): Preparation {
  const [first, second] = operations;
  const only = second ? undefined : first;
  const found = name == null ? only : operations.find((each) => each.name === name);
  return found?.preparation ?? failedOperation([unknownOperation]);
}

function failedOperation(
  errors: readonly DocumentError[],
  kind?: OperationDefinitionNode['operation'],
): FailedOperation {
  return {
    get errors() {
      return errors.map((make) => make());
    },
    ...(kind ? { kind } : {}),
  };
}

function unknownOperation(): GraphQLError {
  return new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });
}
