import { hash } from 'node:crypto';

/** Documents by their ids. */
export type Manifest = ReadonlyMap<string, string>;

const maxDocuments = 10_000;
const maxIdLength = 255;
const maxDocumentLength = 100_000;

/**
 * Reads a manifest of persisted documents: an object from ids to documents, as the client preset of
 * graphql-codegen and Relay's compiler write it, or Apollo's list of operations.
 */
export function parseManifest(text: string): { documents: Manifest; problems: string[] } {
  const documents = new Map<string, string>();
  const entries = listEntries(text);
  if (typeof entries === 'string') return { documents, problems: [entries] };
  if (entries.length > maxDocuments) {
    const limit = maxDocuments.toLocaleString('en');
    return { documents, problems: [`has more than ${limit} documents`] };
  }
  const problems: string[] = [];
  for (const [id, document] of entries) {
    const problem = findProblem(id, document);
    if (problem) problems.push(problem);
    else documents.set(id as string, document as string);
  }
  return { documents, problems };
}

const format =
  'must be a JSON object from ids to documents, or a manifest of Apollo with a list of operations';

function listEntries(text: string): (readonly [unknown, unknown])[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return format;
  const { format: name, operations } = value as { format?: unknown; operations?: unknown };
  if (name !== 'apollo-persisted-query-manifest') return Object.entries(value);
  if (!Array.isArray(operations)) return format;
  return operations.map((operation) => [operation?.id, operation?.body]);
}

function findProblem(id: unknown, document: unknown): string | undefined {
  if (typeof id !== 'string' || !isDocumentId(id)) {
    return `${show(id)} is not an id: 1 to ${maxIdLength} printable ASCII characters without spaces`;
  }
  if (typeof document !== 'string' || document.trim() === '') {
    return `${show(id)} has no document`;
  }
  if (document.length > maxDocumentLength) {
    const limit = maxDocumentLength.toLocaleString('en');
    return `the document of ${show(id)} has more than ${limit} characters`;
  }
  const [, digest] = /^sha256:(.*)$/.exec(id) ?? [];
  if (digest === undefined || digest.toLowerCase() === sha256(document)) return undefined;
  return `${show(id)} is not the hash of its document`;
}

export function isDocumentId(id: string): boolean {
  return id.length <= maxIdLength && /^[\x21-\x7e]+$/.test(id);
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function show(id: unknown): string {
  return JSON.stringify(String(id).slice(0, 100));
}
