import { groupDigits, toCamelCase } from '../../domain/naming.ts';
import { itemPage } from '../../domain/page.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { loadQuestion } from '../question/load.ts';
import { QuestionRef } from '../question/type.ts';

type Shape = Record<string, unknown>;

export type ObjectType = ReturnType<ReturnType<typeof builder.objectRef<Shape>>['implement']>;
export type FieldType = ObjectType | 'String' | 'ID' | 'Int' | 'Float' | 'Boolean' | 'JSON';

/** A field of a result type, as read from the schema of the analysis. */
export interface ResultField {
  readonly key: string;
  readonly type: FieldType;
  readonly list: ResultList | null;
  readonly isNullable: boolean;
  readonly description: string;
  /** The field that holds the questions whose ids this one holds. */
  readonly questionField: string | undefined;
}

interface ResultList {
  readonly hasNullItems: boolean;
  /** Whether its items link to questions: then its length counts in the cost of an operation. */
  readonly hasQuestions: boolean;
  readonly maxItems: number;
}

type Options = Parameters<ReturnType<typeof builder.objectRef<Shape>>['implement']>[0];
type Fields = NonNullable<Options['fields']>;
type FieldBuilder = Parameters<Fields>[0];
type FieldMap = ReturnType<Fields>;

export function implementType(
  name: string,
  description: string,
  fields: readonly ResultField[],
): ObjectType {
  return builder.objectRef<Shape>(name).implement({
    description,
    fields: (t): FieldMap =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const own = [toCamelCase(field.key), ownField(t, field)];
          const { questionField } = field;
          return questionField ? [own, [questionField, questionLink(t, field)]] : [own];
        }),
      ),
  });
}

function ownField(t: FieldBuilder, { key, type, list, isNullable, description }: ResultField) {
  const nullable = isNullable as false;
  // A run of an older engine may lack a field of the present schema: a list is then empty.
  const read = (source: Shape) => (source[key] ?? (list && !isNullable ? [] : null)) as never;
  if (!list) return t.field({ type: type as 'String', nullable, description, resolve: read });
  const common = {
    type: [type] as ['String'],
    nullable: { list: nullable, items: list.hasNullItems as false },
    description,
  };
  // typedResult reads a page of the items.
  if (key === 'items') {
    return t.field({ ...common, extensions: { isItemPage: true }, resolve: read });
  }
  // A result counts once, however long its lists are.
  if (!list.hasQuestions) return t.field({ ...common, extensions: { length: 1 }, resolve: read });
  return t.field({
    ...common,
    ...limited(t, list),
    resolve: (source, { limit }) => firstOf(read(source), limit, list) as never,
  });
}

function questionLink(t: FieldBuilder, { key, list }: ResultField) {
  const name = toCamelCase(key);
  const unless = 'null if deleted or not readable by the caller.';
  if (!list) {
    return t.field({
      type: QuestionRef,
      nullable: true,
      description: `The question with the id in \`${name}\`; ${unless}`,
      extensions: { isLinked: true },
      resolve: (source, _args, context) => loadQuestion(context, String(source[key])),
    });
  }
  const { args, extensions } = limited(t, list);
  return t.field({
    type: [QuestionRef],
    nullable: { list: false, items: true },
    description: `The questions with the ids in \`${name}\`; ${unless}`,
    args,
    extensions: { ...extensions, isLinked: true },
    resolve: (source, { limit }, context) =>
      firstOf((source[key] ?? []) as string[], limit, list).map((id) => loadQuestion(context, id)),
  });
}

function limited(t: FieldBuilder, list: ResultList) {
  const most = groupDigits(list.maxItems);
  const args = { limit: t.arg.int({ description: `Maximum number to return; default ${most}.` }) };
  return { args, extensions: { maxLength: list.maxItems } };
}

function firstOf<T>(values: readonly T[], given: number | null | undefined, list: ResultList): T[] {
  const { limit } = parseBy(itemPage, given == null ? {} : { limit: given }, 'BAD_REQUEST');
  return values.slice(0, limit ?? list.maxItems);
}
