import { client } from '../api/client.ts';
import { graphql, type VariablesOf } from '../api/graphql.ts';
import type { Category, Level } from '../parts/labels.tsx';

/** A chosen question, as it was when it was chosen. */
export interface Chosen {
  readonly id: string;
  readonly category: Category;
  readonly difficulty: Level;
  readonly topicFocus: string | null;
}

const updateDocument = graphql(`
  mutation UpdateQuestions($ids: [ID!]!, $input: QuestionChangesInput!) {
    updateQuestions(ids: $ids, input: $input) {
      id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteQuestions($ids: [ID!]!) {
    deleteQuestions(ids: $ids)
  }
`);

const lastVersionsDocument = graphql(`
  query LastVersions($id: ID!) {
    questionHistory(id: $id, first: 2) {
      nodes {
        version
        change
      }
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreDeleted($id: ID!, $version: Int!) {
    restoreQuestion(id: $id, version: $version) {
      id
    }
  }
`);

export type Changes = Pick<
  VariablesOf<typeof updateDocument>['input'],
  'category' | 'difficulty' | 'topicFocus'
>;

/** The API changes at most so many at once. */
export const maxChosen = 1000;

/** Changes all or none. Resolves to what takes it back: the earlier value of the field, group by group. */
export async function changeAll(
  chosen: readonly Chosen[],
  changes: Changes,
): Promise<() => Promise<void>> {
  await update(
    chosen.map(({ id }) => id),
    changes,
  );
  const [field] = Object.keys(changes) as (keyof Changes)[];
  return async () => {
    const groups = new Map<string, { before: Changes; ids: string[] }>();
    for (const question of chosen) {
      const before = field === undefined ? {} : { [field]: question[field] };
      const key = JSON.stringify(before);
      const group = groups.get(key) ?? { before, ids: [] as string[] };
      group.ids.push(question.id);
      groups.set(key, group);
    }
    for (const { before, ids } of groups.values()) await update(ids, before);
  };
}

/** Deletes all or none. Resolves to what takes it back: the last version of each is restored. */
export async function deleteAll(chosen: readonly Chosen[]): Promise<() => Promise<void>> {
  const { error } = await client.mutation(deleteDocument, { ids: chosen.map(({ id }) => id) });
  if (error) throw error;
  return async () => {
    for (const { id } of chosen) await restoreLast(id);
  };
}

/** Not the version in the list: the question may have been changed since it was read. */
async function restoreLast(id: string): Promise<void> {
  const options = { requestPolicy: 'network-only' } as const;
  const { data, error } = await client.query(lastVersionsDocument, { id }, options);
  const last = data?.questionHistory?.nodes.find(({ change }) => change !== 'DELETED');
  if (!last) throw error;
  const result = await client.mutation(restoreDocument, { id, version: last.version });
  if (result.error) throw result.error;
}

async function update(ids: string[], input: Changes): Promise<void> {
  const { error } = await client.mutation(updateDocument, { ids, input });
  if (error) throw error;
}
