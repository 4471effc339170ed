import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';

const foundDocument = graphql(`
  query FlaggedQuestions {
    analyses(filter: { analysisType: QUALITY, status: SUCCEEDED }, first: 1) {
      nodes {
        id
        typedResult(limit: 1000) {
          ... on QualityResult {
            rules {
              rule
              questions
              questionIds
            }
            items {
              questionId
              flagged
              reasons
            }
          }
        }
      }
    }
  }
`);

/** What the last check of quality found; nothing for visitors who may not see runs. */
export function useFound() {
  const mayRead = useScope('analysis:read');
  const { data, error } = useQuery(foundDocument, {}, mayRead);
  const result = data?.analyses?.nodes[0]?.typedResult;
  const { items, rules } = result && 'items' in result ? result : { items: [], rules: [] };
  return {
    isKnown: data !== undefined || error !== undefined,
    reasonsById: new Map(
      items.filter(({ flagged }) => flagged).map((item) => [item.questionId, item.reasons]),
    ) as ReadonlyMap<string, readonly string[]>,
    rules,
  };
}

/** Says that a question needs a look, and why. */
export function FoundTag({ found }: { found: readonly string[] | undefined }) {
  const [first] = found ?? [];
  if (!first) return null;
  const more = (found?.length ?? 1) - 1;
  return (
    <span class="tag marked found">
      {first.replaceAll('_', ' ')}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
