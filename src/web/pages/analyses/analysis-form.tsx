import type { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf } from '../../router.ts';
import { BackLink } from './back-link.tsx';
import { changedOnly, fieldKindOf, type ParameterSchema } from './parameter-schema.ts';
import { SchemaField } from './schema-field.tsx';
import { readSelection, SelectionFields } from './selection-fields.tsx';

const typesDocument = graphql(`
  query AnalysisTypes {
    analysisTypes {
      analysisType
      name
      title
      description
      parameters
    }
  }
`);

const runDocument = graphql(`
  mutation RunAnalysis($input: RunAnalysisInput!) {
    runAnalysis(input: $input, wait: 0) {
      id
    }
  }
`);

type Values = Readonly<Record<string, unknown>>;
type RunInput = VariablesOf<typeof runDocument>['input'];

/** Plots of these types show every question, and responses come from quizzes. */
const presets: Readonly<Record<string, Values>> = {
  readability: { items: 'all' },
  comparison: { items: 'all' },
  item_statistics: { items: 'all', responses: 'stored' },
};

/** The parameters of an analysis, in a form made from their JSON Schema. */
export function AnalysisForm({ name, query }: { name: string; query: URLSearchParams }) {
  const { data, error, reload } = useQuery(typesDocument, {});
  const [changes, setChanges] = useState<Values>(presets[name] ?? {});
  const [failure, setFailure] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const mayRun = useScope('analysis:run');
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={10} />;
  const type = data.analysisTypes.find((each) => each.name === name);
  if (!type)
    return (
      <>
        <BackLink />
        <h1>There is no such analysis</h1>
      </>
    );
  const { properties = {} } = type.parameters as ParameterSchema;
  const { faults, others } = faultsOf(failure);
  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const input: RunInput = {
      analysisType: type.analysisType,
      parameters: changedOnly(properties, changes),
      ...readSelection(event.currentTarget as HTMLFormElement, query),
    };
    const result = await client.mutation(runDocument, { input });
    setBusy(false);
    setFailure(result.error);
    const id = result.data?.runAnalysis?.id;
    if (id) location.hash = addressOf(`/analyses/${id}`);
  };
  return (
    <>
      <BackLink />
      <h1>Run: {type.title}</h1>
      <p class="reading">{type.description}</p>
      <form class="analysis-form" onSubmit={run}>
        <SelectionFields query={query} />
        <fieldset class="card">
          <legend>Parameters</legend>
          <div class="fields">
            {inOrder(properties).map(([key, schema]) => (
              <SchemaField
                key={key}
                name={key}
                schema={schema}
                value={key in changes ? changes[key] : schema.default}
                fault={faults[key]}
                onChange={(value) => setChanges({ ...changes, [key]: value })}
              />
            ))}
          </div>
        </fieldset>
        {failure && <ErrorNote error={others ?? failure} />}
        {!mayRun && <p class="muted">Sign in with an account that may run analyses.</p>}
        <p class="actions">
          <button type="submit" disabled={isBusy || !mayRun}>
            Run
          </button>
        </p>
      </form>
    </>
  );
}

/** What few people change comes last. */
function inOrder(properties: Readonly<Record<string, ParameterSchema>>) {
  const rank = (schema: ParameterSchema) => ['json', 'settings'].indexOf(fieldKindOf(schema));
  return Object.entries(properties).toSorted(([, one], [, other]) => rank(one) - rank(other));
}

interface Fault {
  readonly pointer?: string;
  readonly detail: string;
}

/** What the service says about each parameter, and about the rest. */
function faultsOf(failure: CombinedError | undefined) {
  const all = (failure?.graphQLErrors[0]?.extensions.errors ?? []) as readonly Fault[];
  const faults: Record<string, string> = {};
  const others: string[] = [];
  for (const { pointer = '', detail } of all) {
    const name = /\/parameters\/([^/]+)/.exec(pointer)?.[1];
    if (name) faults[name] = detail;
    else others.push(detail);
  }
  return { faults, others: others.length > 0 ? new Error(others.join(' ')) : undefined };
}
