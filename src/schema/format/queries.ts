import { formats } from '../../formats/registry.ts';
import { builder } from '../builder.ts';
import { FormatRef } from './type.ts';

builder.queryFields((t) => ({
  formats: t.field({
    type: [FormatRef],
    description: 'The file formats of questions.',
    extensions: { access: 'public', length: formats.length },
    resolve: () => [...formats],
  }),
}));
