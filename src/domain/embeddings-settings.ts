import { endpointUrl, headerValue, optionalSetting, word } from './setting-schemas.ts';

/** The settings of embeddings, by the names of their variables. */
export const embeddingsSettings = {
  EMBEDDINGS_URL: optionalSetting(
    'OpenAI-compatible embeddings API, such as http://127.0.0.1:1234/v1, instead of the bundled English model.',
    endpointUrl,
  ),
  EMBEDDINGS_KEY: optionalSetting('API key for EMBEDDINGS_URL, if it requires one.', headerValue),
  EMBEDDINGS_MODEL: optionalSetting('Embedding model; required with EMBEDDINGS_URL.', word),
};
