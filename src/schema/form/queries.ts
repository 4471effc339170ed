import { findForm } from '../../db/forms/form-read.ts';
import { notFound } from '../../domain/errors.ts';
import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { decideKey, FormFormatEnum, renderForm } from './render-form.ts';
import { FormRef } from './type.ts';

builder.queryFields((t) => ({
  form: t.field({
    type: FormRef,
    nullable: true,
    description: 'The forms with this id.',
    extensions: { access: 'quizzes:read' },
    args: {
      id: t.arg.id({ required: true }),
      key: t.arg.boolean({
        description:
          'Show the answers, which needs the scope questions:read. Default false, true for QTI and GIFT.',
      }),
      format: t.arg({
        type: FormFormatEnum,
        defaultValue: 'json',
        description: 'The file that REST sends; over GraphQL, `rendering` has it.',
      }),
      number: t.arg.int({ description: 'In a file: only this one of the parallel forms.' }),
    },
    resolve: async (_root, { id, key, format, number }, context) => {
      context.reads.other();
      const found = (await findForm(context.database, id)) ?? notFound('form', id);
      const form = { ...found, hasKey: decideKey(context, format ?? 'json', key) };
      if (format && format !== 'json') {
        const file = await renderForm(context, form, format, number ?? undefined);
        context.offer?.(file);
      }
      return form;
    },
  }),

  forms: t.connection(
    {
      type: FormRef,
      nullable: true,
      description: 'All assembled forms, newest first.',
      extensions: { access: 'quizzes:read' },
      args: { offset: offsetArgument(t) },
      resolve: async (_root, paging, { database, reads }) => {
        reads.other();
        const { form } = database.prisma;
        return listById(
          paging,
          async (range) =>
            (await form.findMany(range)).map((found) => ({ ...found, hasKey: false })),
          () => form.count(),
          { isNewestFirst: true },
        );
      },
    },
    { name: 'FormConnection', description: 'A page of forms.' },
    { name: 'FormEdge', description: 'Forms and their cursor.' },
  ),
}));
