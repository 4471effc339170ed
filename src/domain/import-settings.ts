import { bytes, integer, setting } from './setting-schemas.ts';

/** The settings of imports and exports, by the names of their variables. */
export const importSettings = {
  IMPORT_LIMIT: setting('1gb', 'Maximum size of a file to import.', bytes),
  RATE_LIMIT_TRANSFER: setting(
    '10',
    'Imports and exports per minute and caller, counted together.',
    integer(1, 1e9),
  ),
};
