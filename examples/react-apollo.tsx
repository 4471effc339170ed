/** Questions in React, by Apollo Client with automatic persisted queries. Open it with ?api=http://localhost:4000 */
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const sha256 = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const client = new ApolloClient({
  cache: new InMemoryCache(),
  link: ApolloLink.from([
    new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
    new HttpLink({
      uri: `${new URLSearchParams(location.search).get('api') ?? 'http://localhost:4000'}/graphql`,
    }),
  ]),
});

const document = gql`
  query Questions($search: String) {
    questions(filter: { search: $search }, first: 5) {
      totalCount
      nodes { id questionText }
    }
  }
`;

interface Found {
  readonly questions: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly id: string; readonly questionText: string }[];
  };
}

function Questions() {
  const [search, setSearch] = useState('');
  const { data, error } = useQuery<Found>(document, { variables: { search: search || null } });
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <main>
      <input aria-label="Search" onChange={({ target }) => setSearch(target.value)} />
      <p>{data?.questions.totalCount} questions</p>
      <ul>
        {data?.questions.nodes.map(({ id, questionText }) => (
          <li key={id}>{questionText}</li>
        ))}
      </ul>
    </main>
  );
}

createRoot(window.document.body).render(
  <ApolloProvider client={client}>
    <Questions />
  </ApolloProvider>,
);
