import pg from 'pg';

/**
 * A time without a zone, which only `AT TIME ZONE 'UTC'` gives (columns have zones), becomes the string
 * that clients see: `2026-01-31 12:00:00.12` → `2026-01-31T12:00:00.120Z`.
 */
export function typeParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(
    pg.types.builtins.TIMESTAMP,
    (printed) =>
      `${printed.slice(0, 10)}T${printed.slice(11, 19)}.${printed.slice(20, 23).padEnd(3, '0')}Z`,
  );
  return overrides;
}
