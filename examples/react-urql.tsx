/** Questions in React, by urql. Open it with ?api=http://localhost:4000 */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Client, cacheExchange, fetchExchange, gql, Provider, useQuery } from 'urql';

const client = new Client({
  url: `${new URLSearchParams(location.search).get('api') ?? 'http://localhost:4000'}/graphql`,
  exchanges: [cacheExchange, fetchExchange],
  preferGetMethod: false,
});

const document = gql`
  query Questions($search: String, $after: String) {
    questions(filter: { search: $search }, first: 5, after: $after) {
      totalCount
      nodes { id questionText correctAnswer }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

function Questions() {
  const [search, setSearch] = useState('');
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error, fetching }] = useQuery({
    query: document,
    variables: { search: search || null, after },
  });
  if (error) return <p role="alert">{error.message}</p>;
  const { totalCount, nodes, pageInfo } = data?.questions ?? { nodes: [] };
  return (
    <main aria-busy={fetching}>
      <input aria-label="Search" onChange={({ target }) => setSearch(target.value)} />
      <p>{totalCount} questions</p>
      <ul>
        {nodes.map(({ id, questionText }: { id: string; questionText: string }) => (
          <li key={id}>{questionText}</li>
        ))}
      </ul>
      <button
        type="button"
        disabled={!pageInfo?.hasNextPage}
        onClick={() => setAfter(pageInfo.endCursor)}
      >
        Next
      </button>
    </main>
  );
}

createRoot(window.document.body).render(
  <Provider value={client}>
    <Questions />
  </Provider>,
);
