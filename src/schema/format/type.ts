import type { Format } from '../../formats/format.ts';
import { formats } from '../../formats/registry.ts';
import { builder } from '../builder.ts';

export const FormatEnum = builder.enumType('FormatId', {
  description: 'A file format of questions.',
  values: Object.fromEntries(
    formats.map(({ id, title, mediaType, extension }) => [
      id.toUpperCase(),
      { value: id, description: `${title}: ${mediaType}, .${extension} files.` },
    ]),
  ),
});

export const FormatRef = builder.objectRef<Format>('Format').implement({
  description: 'A file format that questions are imported from and exported to.',
  fields: (t) => ({
    formatId: t.expose('id', { type: FormatEnum }),
    name: t.exposeString('id', { description: 'The id as in REST.' }),
    title: t.exposeString('title'),
    mediaType: t.exposeString('mediaType'),
    extension: t.exposeString('extension', { description: 'Of file names, without the dot.' }),
    holds: t.stringList({
      description: 'The fields that it can hold, by their REST names.',
      resolve: ({ holds }) => [...holds],
    }),
    writable: t.boolean({
      description: 'Whether questions can be exported to it; all formats can be imported.',
      resolve: ({ write }) => write !== undefined,
    }),
  }),
});
