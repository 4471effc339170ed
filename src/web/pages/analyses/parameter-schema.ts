/** The part of JSON Schema that parameters of analyses use. */
export interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ParameterSchema;
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly anyOf?: readonly ParameterSchema[];
  readonly const?: string;
}

type FieldKind = 'choice' | 'choices' | 'number' | 'boolean' | 'text' | 'settings' | 'json';

/** Which control a parameter gets; what has no better one is written as JSON. */
export function fieldKindOf(schema: ParameterSchema): FieldKind {
  const { type, items, properties, anyOf } = schema;
  if (schema.enum) return 'choice';
  if (type === 'array') return items?.enum ? 'choices' : 'json';
  if (type === 'object') {
    const inner = Object.values(properties ?? {});
    return inner.length > 0 && inner.every((each) => each.enum) ? 'settings' : 'json';
  }
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (anyOf?.some((each) => each.type === 'array' || each.type === 'object')) return 'json';
  return 'text';
}

/** The text of a control as a value; what is no JSON stays text, and the service says what is allowed. */
export function parseText(schema: ParameterSchema, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (fieldKindOf(schema) === 'text' && !schema.anyOf) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function showText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The parameters of an earlier run; of inputs too large to be stored there is only a count and a hash. */
export function reusable(parameters: unknown): Record<string, unknown> {
  const entries = Object.entries((parameters ?? {}) as Record<string, unknown>);
  const isDigest = (value: unknown) =>
    typeof value === 'object' && value !== null && 'count' in value && 'hash' in value;
  return Object.fromEntries(entries.filter(([, value]) => !isDigest(value)));
}

/** What differs from the defaults: the service adds those. */
export function changedOnly(
  properties: Readonly<Record<string, ParameterSchema>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(properties[name]?.default),
    ),
  );
}
