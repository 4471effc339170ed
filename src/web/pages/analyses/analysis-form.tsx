import type { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useScope } from '../../api/use-session.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { addressOf, useIsOpen } from '../../router.ts';
import { BackLink } from './back-link.tsx';
import { changedOnly, fieldKindOf, type ParameterSchema, reusable } from './parameter-schema.ts';
import { SchemaField } from './schema-field.tsx';
import { queryOfSelection, readSelection, SelectionFields } from './selection-fields.tsx';

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

const earlierDocument = graphql(`
  query EarlierRun($id: ID!) {
    analysis(id: $id) {
      parameters
      selection
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
type Type = ResultOf<typeof typesDocument>['analysisTypes'][number];

/** Plots of these types show every question, and responses come from quizzes. */
const presets: Readonly<Record<string, Values>> = {
  readability: { items: 'all' },
  comparison: { items: 'all' },
  item_statistics: { items: 'all', responses: 'stored' },
};

/** The parameters of an analysis: those of an earlier run, if the address names one, or the defaults. */
export function AnalysisForm({ name, query }: { name: string; query: URLSearchParams }) {
  const { data, error, reload } = useQuery(typesDocument, {});
  const from = query.get('from');
  const earlier = useQuery(earlierDocument, { id: from ?? '' }, from !== null);
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  // A run that is gone leaves the defaults.
  if (!data || (from && !earlier.data && !earlier.error)) return <Skeleton lines={10} />;
  const type = data.analysisTypes.find((each) => each.name === name);
  if (!type)
    return (
      <>
        <BackLink />
        <h1>There is no such analysis</h1>
      </>
    );
  const run = earlier.data?.analysis;
  if (!run) return <TypeForm type={type} initial={presets[name] ?? {}} query={query} />;
  const initial = { ...presets[name], ...reusable(run.parameters) };
  return <TypeForm type={type} initial={initial} query={queryOfSelection(run.selection)} />;
}

interface FormProps {
  readonly type: Type;
  readonly initial: Values;
  readonly query: URLSearchParams;
}

/** A form made from the JSON Schema of the parameters. */
function TypeForm({ type, initial, query }: FormProps) {
  const [changes, setChanges] = useState(initial);
  const [failure, setFailure] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const mayRun = useScope('analysis:run');
  const isOpen = useIsOpen();
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
    if (id && isOpen()) location.hash = addressOf(`/analyses/${id}`);
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
