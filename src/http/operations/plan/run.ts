import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLField,
  GraphQLObjectType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Path } from 'graphql/jsutils/Path.js';

/** One execution of an operation. */
export interface Run {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly rootValue: unknown;
  readonly contextValue: unknown;
  /** Coerced. */
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly errors: CollectedErrors;
}

/** A field of a selection, merged from all nodes of its response name. */
export interface Site {
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
}

export function infoOf(run: Run, site: Site, path: Path): GraphQLResolveInfo {
  const { schema, fragments, rootValue, operation, variableValues } = run;
  return {
    fieldName: site.definition.name,
    fieldNodes: site.nodes,
    returnType: site.definition.type,
    parentType: site.parentType,
    path,
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
  };
}

/** Errors of fields; what fails below a position that is null already is not reported. */
export class CollectedErrors {
  readonly list: GraphQLError[] = [];
  readonly #positions = new Set<Path | undefined>();

  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#isNulled(path)) return;
    this.#positions.add(path);
    this.list.push(error);
  }

  #isNulled(path: Path | undefined): boolean {
    if (this.list.length === 0) return false;
    for (let each = path; each !== undefined; each = each.prev) {
      if (this.#positions.has(each)) return true;
    }
    return this.#positions.has(undefined);
  }
}
