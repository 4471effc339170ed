import type { Json } from './app.ts';

/** An OpenAPI document with these operations alone, and the components they refer to. */
export function keepOperations(document: Json, operationIds: readonly string[]): Json {
  const paths = mapEntries<Json>(document.paths, (item) =>
    mapEntries<Json>(item, (value) =>
      value.operationId && !operationIds.includes(value.operationId) ? undefined : value,
    ),
  );
  return dropUnused({ ...document, paths });
}

function dropUnused(document: Json): Json {
  const text = JSON.stringify(document);
  const components = mapEntries<Json>(document.components, (group, kind) =>
    kind === 'securitySchemes'
      ? group
      : mapEntries<Json>(group, (value, name) =>
          text.includes(`"#/components/${kind}/${name}"`) ? value : undefined,
        ),
  );
  const kept = { ...document, components };
  // What only a dropped component referred to goes next.
  return JSON.stringify(kept).length < text.length ? dropUnused(kept) : kept;
}

function mapEntries<Value>(
  object: Record<string, Value>,
  map: (value: Value, key: string) => Value | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const mapped = map(value, key);
      return mapped === undefined ? [] : [[key, mapped]];
    }),
  );
}
