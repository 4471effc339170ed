import type { Asset } from './asset.ts';
import { readWebAssets } from './web-assets.ts';

interface Example {
  readonly query: string;
  readonly variables?: string;
}

const examples: Example[] = [
  {
    query: `# Welcome to Quaestor.
# Each tab contains an example query.
# The icon at the top left opens the schema
# documentation. To run mutations, sign in
# at /, or set an access token under Headers:
# {"Authorization": "Bearer <token>"}

query ScienceQuestions {
  questions(
    filter: {
      category: SCIENCE
      difficulty: [BASIC, INTERMEDIATE]
    }
    first: 5
  ) {
    totalCount
    nodes {
      id
      questionText
      correctAnswer
      incorrectAnswers
      topicFocus
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
  },
  {
    query: `# Full-text search: words, "a phrase", or,
# and -word to exclude. The search text is
# a variable, set below.

query Search($text: String!) {
  questions(filter: { search: $text }) {
    totalCount
    nodes {
      questionText
      correctAnswer
      categoryName
      difficultyLevel
    }
  }
}`,
    variables: '{\n  "text": "planet or moon"\n}',
  },
  {
    query: `# Creates a question. Run it twice: the
# source and external id are then taken,
# and the response shows an error.

mutation CreateQuestion {
  createQuestion(
    input: {
      questionText: "Which metal is liquid at room temperature?"
      correctAnswer: "Mercury"
      incorrectAnswers: ["Gallium", "Lead", "Tin"]
      category: SCIENCE
      difficulty: BASIC
      topicFocus: "Elements"
      source: "graphiql"
      externalId: "example-1"
    }
  ) {
    id
    version
  }
}`,
  },
  {
    query: `# Checks the quality of questions.
# analysisTypes lists all analysis types.

mutation CheckQuality {
  runAnalysis(
    input: {
      analysisType: QUALITY
      selection: { category: SCIENCE }
      parameters: { max_words: 20 }
    }
  ) {
    status
    durationMs
    typedResult(limit: 10) {
      ... on QualityResult {
        summary {
          evaluated
          flagged
          score
        }
        items {
          questionId
          findings {
            rule
            message
            fix
          }
        }
      }
    }
  }
}`,
  },
  {
    query: `# Version history of the three questions
# that were updated last.

query History {
  questions(sort: UPDATED_AT_DESC, first: 3) {
    nodes {
      questionText
      history(first: 5) {
        nodes {
          version
          change
          changedBy
          changedAt
          changes {
            field
            before
            after
          }
        }
      }
    }
  }
}`,
  },
];

// GraphiQL animates its tabs while it loads, so that the first click on one would miss it.
const style = '<style>.graphiql-tab { transform: none !important }</style>';

/** GraphiQL with its assets inlined, so that it works without internet access. */
export const graphiqlPage: Asset = {
  type: 'text/html; charset=utf-8',
  insertsStyles: true,
  body: async () => {
    // Nine megabytes of script: imported at the first request.
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const page = renderGraphiQL({
      title: 'Quaestor GraphiQL',
      endpoint: '/graphql',
      defaultTabs: examples.map(({ query, variables = '' }) => ({ query, variables })),
      subscriptionsProtocol: 'SSE',
    }).trim();
    // Before GraphiQL's own script, which keeps the fetch that it finds.
    const signedIn = `<script src="${readWebAssets().signedInPath}"></script>`;
    return page.replace('<head>', `<head>${signedIn}`).replace('</head>', `${style}</head>`);
  },
};
