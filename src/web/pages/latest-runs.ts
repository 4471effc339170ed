import { graphql, type ResultOf } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';

const latestDocument = graphql(`
  query LatestRuns($withForms: Boolean!) {
    analysisTypes {
      name
      title
    }
    recent: analyses(first: 5) {
      nodes {
        id
        analysisTypeName
        status
        progress
        questionCount
        createdAt
        summary
      }
    }
    forms(first: 3) @include(if: $withForms) {
      nodes {
        id
        name
        status
        request
        createdAt
      }
    }
    quality: analyses(filter: { analysisType: QUALITY, status: SUCCEEDED }, first: 1) {
      nodes {
        id
        stale
        questionCount
        typedResult(limit: 0) {
          ... on QualityResult {
            rules {
              rule
              severity
              questions
            }
            summary {
              flagged
            }
          }
        }
      }
    }
    duplicates: analyses(filter: { analysisType: DUPLICATES, status: SUCCEEDED }, first: 1) {
      nodes {
        id
        summary
      }
    }
    coverage: analyses(filter: { analysisType: COVERAGE, status: SUCCEEDED }, first: 1) {
      nodes {
        id
        questionCount
        typedResult(limit: 0) {
          ... on CoverageResult {
            gaps {
              category
              difficulty
              wanted
            }
            summary {
              totalVariationDistance
            }
          }
        }
      }
    }
  }
`);

export type LatestRuns = ResultOf<typeof latestDocument>;

/** What the last runs found, and the last forms; undefined for visitors who may not see runs. */
export function useLatestRuns() {
  const mayRead = useScope('analysis:read');
  const withForms = useScope('quizzes:read');
  return { mayRead, ...useQuery(latestDocument, { withForms }, mayRead) };
}
