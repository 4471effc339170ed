import type { Asset } from './asset.ts';

const examples = [
  `# Welcome to Quaestor. Each tab holds an example; press the play button to run it.
# The book icon on the left opens the documentation of every type and field.

query ScienceQuestions {
  questions(filter: { category: SCIENCE, difficulty: [BASIC, INTERMEDIATE] }, first: 5) {
    totalCount
    nodes {
      id
      questionText
      correctAnswer
      incorrectAnswers
      topicFocus
    }
    pageInfo { hasNextPage endCursor }
  }
}`,
  `# Full text: words, "a phrase", or, and -word to leave out.
query Search {
  questions(filter: { search: "planet or moon" }, first: 10) {
    totalCount
    nodes { questionText correctAnswer categoryName difficultyLevel }
  }
}`,
  `# Adds a question. Run it twice with the same externalId to see what an error looks like.
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
  `# Who changed what, and when: put the id of a question here.
query History($id: ID!) {
  questionHistory(id: $id) {
    nodes {
      version
      change
      changedBy
      changedAt
      changes { field before after }
    }
  }
}`,
];

/** GraphiQL with everything it needs inside, so that it works without the internet. */
export const graphiqlPage: Asset = {
  type: 'text/html; charset=utf-8',
  body: async () => {
    // Nine megabytes of script: loaded when somebody first opens the page.
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    return renderGraphiQL({
      title: 'Quaestor GraphiQL',
      endpoint: '/graphql',
      defaultTabs: examples.map((query) => ({
        query,
        variables: query.includes('$id') ? '{ "id": "" }' : '',
      })),
      subscriptionsProtocol: 'SSE',
    }).trim();
  },
};
