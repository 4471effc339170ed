import type { Asset } from './asset.ts';

interface Example {
  readonly query: string;
  readonly variables?: string;
}

const examples: Example[] = [
  {
    query: `# Welcome to Quaestor.
# Each tab holds an example to run.
# The icon at the top left opens the
# documentation of every type and field.
# To change something, put your token into
# Headers below: {"Authorization": "Bearer …"}

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
    query: `# Full text: words, "a phrase", or,
# and -word to leave out. The words stand
# below, among the variables.

query Search($words: String!) {
  questions(filter: { search: $words }) {
    totalCount
    nodes {
      questionText
      correctAnswer
      categoryName
      difficultyLevel
    }
  }
}`,
    variables: '{\n  "words": "planet or moon"\n}',
  },
  {
    query: `# Adds a question. Run it twice: the second
# one has a source and id that are taken,
# and shows what an error looks like.

mutation AddQuestion {
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
    query: `# What is wrong with these questions?
# analysisTypes lists what else can be asked.

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
    query: `# Who changed what, and when, in the three
# questions that changed last.

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

// While it loads, GraphiQL slides its tabs to where they are already; the first click on each would
// find the tab elsewhere and be lost.
const style = '<style>.graphiql-tab { transform: none !important }</style>';

/** GraphiQL with everything it needs inside, so that it works without the internet. */
export const graphiqlPage: Asset = {
  type: 'text/html; charset=utf-8',
  body: async () => {
    // Nine megabytes of script: loaded when somebody first opens the page.
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const page = renderGraphiQL({
      title: 'Quaestor GraphiQL',
      endpoint: '/graphql',
      defaultTabs: examples.map(({ query, variables = '' }) => ({ query, variables })),
      subscriptionsProtocol: 'SSE',
    }).trim();
    return page.replace('</head>', `${style}</head>`);
  },
};
