import { findImport } from '../../db/imports/import-store.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import { ImportErrorsRef, ImportRef } from './type.ts';

builder.queryFields((t) => ({
  import: t.field({
    type: ImportRef,
    nullable: true,
    description: 'The import with this id.',
    extensions: { access: 'questions:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database }) =>
      (isUuid(id) && (await findImport(database, id))) || notFound('import', id),
  }),

  importErrors: t.field({
    type: ImportErrorsRef,
    nullable: true,
    description: 'All failures of the import with this id.',
    extensions: { access: 'questions:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { database }) => {
      const found = (isUuid(id) && (await findImport(database, id))) || notFound('import', id);
      return found.report;
    },
  }),
}));
