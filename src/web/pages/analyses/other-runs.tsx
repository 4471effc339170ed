import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { showAge } from '../../parts/age.ts';
import { showNumber } from '../../parts/labels.tsx';
import { Menu } from '../../parts/menu.tsx';
import { addressOf } from '../../router.ts';

const otherRunsDocument = graphql(`
  query OtherRuns($type: [AnalysisType!]) {
    analyses(filter: { analysisType: $type, status: SUCCEEDED }, first: 20) {
      nodes {
        id
        finishedAt
        questionCount
      }
    }
  }
`);

type TypeNames = NonNullable<VariablesOf<typeof otherRunsDocument>['type']>;

/** Opens the comparison with another run of the same type; always there, so that nothing moves. */
export function OtherRuns({ id, type }: { id: string; type: string }) {
  // The names of GraphQL are those of REST in capitals.
  const { data } = useQuery(otherRunsDocument, { type: [type.toUpperCase()] as TypeNames });
  const others = data?.analyses?.nodes.filter((run) => run.id !== id) ?? [];
  return (
    <Menu
      label={data && others.length === 0 ? 'No other run yet' : 'Compare with…'}
      isDisabled={others.length === 0}
      options={others.map((run) => [
        run.id,
        `${showAge(run.finishedAt ?? '')}, ${showNumber(run.questionCount)} questions`,
      ])}
      onChoose={(other) => {
        location.hash = addressOf(`/analyses/${id}/compare/${other}`);
      }}
    />
  );
}
