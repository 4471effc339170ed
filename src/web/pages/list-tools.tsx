import { useState } from 'preact/hooks';
import { download } from '../api/download.ts';
import { graphql } from '../api/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { useScope } from '../api/use-session.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Menu } from '../parts/menu.tsx';
import { addressOf } from '../router.ts';
import { type Criteria, toPageQuery, toRestQuery } from './list-criteria.ts';

const formatsDocument = graphql(`
  query ExportFormats {
    formats {
      name
      title
      writable
    }
  }
`);

const analyses = {
  quality: 'Quality',
  duplicates: 'Duplicates',
  readability: 'Readability',
  labels: 'Labels',
  coverage: 'Coverage',
  answers: 'Answers',
  topics: 'Topics',
  semantic: 'Meaning',
} as const;

interface Props {
  readonly criteria: Criteria;
  readonly chosen: readonly string[];
}

/** Exports or analyzes the chosen questions, or without any all that match. */
export function ListTools({ criteria, chosen }: Props) {
  const { data } = useQuery(formatsDocument, {});
  const mayAnalyze = useScope('analysis:run');
  const mayAdd = useScope('questions:write');
  const [failure, setFailure] = useState<unknown>();
  const what = chosen.length > 0 ? 'chosen' : 'all that match';
  const which = chosen.length > 0 ? 'chosen' : 'all';
  const save = async (format: string) => {
    setFailure(undefined);
    const wanted =
      chosen.length > 0 ? toRestQuery({ ...none, ids: chosen }) : toRestQuery(criteria);
    wanted.set('format', format);
    await download(`/questions/export?${wanted}`).catch(setFailure);
  };
  const analyze = (name: string) => {
    const selection = chosen.length > 0 ? { ...none, ids: chosen } : criteria;
    location.hash = addressOf(`/analyses/run/${name}`, toPageQuery(selection));
  };
  return (
    <div class="tools">
      {mayAdd && (
        <a class="button" href="#/questions/new">
          New question
        </a>
      )}
      {chosen.length <= 100 && (
        <Menu
          label={`Export ${which}`}
          name={`Export ${what}`}
          options={(data?.formats ?? [])
            .filter(({ writable }) => writable)
            .map(({ name, title }) => [name, title])}
          onChoose={save}
        />
      )}
      {mayAnalyze && (
        <Menu
          label={`Analyze ${which}`}
          name={`Analyze ${what}`}
          options={Object.entries(analyses)}
          onChoose={analyze}
        />
      )}
      {failure !== undefined && <ErrorNote error={failure} />}
    </div>
  );
}

const none: Criteria = {
  category: [],
  level: [],
  search: '',
  topic: '',
  source: '',
  since: '',
  ids: [],
  found: '',
};
