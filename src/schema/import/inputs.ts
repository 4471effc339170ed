import { importInput } from '../../formats/import-input.ts';
import { builder } from '../builder.ts';
import { FormatEnum } from '../format/type.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';
import { DuplicatePolicyEnum, EncodingEnum, ErrorPolicyEnum } from './type.ts';

export const ImportQuestionsInput = builder.inputType('ImportQuestionsInput', {
  description: 'A file and how it is imported.',
  extensions: { rules: importInput },
  fields: (t) => ({
    content: t.string({ description: 'The file, as text or in base64.' }),
    isBase64: t.boolean({ description: 'Whether the content is in base64; default false.' }),
    format: t.field({ type: FormatEnum, description: 'Detected by default.' }),
    encoding: t.field({ type: EncodingEnum, description: 'Detected by default.' }),
    onError: t.field({ type: ErrorPolicyEnum, description: 'Default REJECT.' }),
    onDuplicate: t.field({ type: DuplicatePolicyEnum, description: 'Default AUTO.' }),
    dryRun: t.boolean({ description: 'Report what would happen and store nothing.' }),
    category: t.field({ type: CategoryEnum, description: 'Of rows without a category.' }),
    difficulty: t.field({ type: DifficultyEnum, description: 'Of rows without a difficulty.' }),
    source: t.string({ description: 'Of rows without a source.' }),
    mapping: t.field({
      type: 'JSON',
      description:
        'Maps `columns`, `categories` and `levels` of the file: an object, or the name of a saved one.',
    }),
    saveMapping: t.string({ description: 'Saves the mapping under this name.' }),
  }),
});
