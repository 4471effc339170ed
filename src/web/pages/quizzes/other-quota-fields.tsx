import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { showNumber } from '../../parts/labels.tsx';
import { Stepper } from '../../parts/stepper.tsx';
import { type OtherQuota, otherName, type QuotaKind, quotaKinds } from './other-quotas.ts';

const namesDocument = graphql(`
  query QuotaNames($filter: QuestionFilter) {
    topic: questionCounts(by: [TOPIC_FOCUS], filter: $filter) {
      groups {
        topicFocus
        count
      }
    }
    source: questionCounts(by: [SOURCE], filter: $filter) {
      groups {
        source
        count
      }
    }
  }
`);

interface Props {
  readonly others: readonly OtherQuota[];
  /** Only questions that match are used. */
  readonly search: string;
  /** Names of quotas that contradict something. */
  readonly marks: ReadonlySet<string>;
  readonly onChange: (others: readonly OtherQuota[]) => void;
}

/** Numbers of questions by topic or source, beside how many there are. */
export function OtherQuotaFields({ others, search, marks, onChange }: Props) {
  const { data } = useQuery(namesDocument, { filter: search ? { search } : {} });
  const [kind, setKind] = useState<QuotaKind>('topic');
  const [name, setName] = useState('');
  const groups = {
    topic: (data?.topic?.groups ?? []).map(({ topicFocus, count }) => ({
      name: topicFocus,
      count,
    })),
    source: (data?.source?.groups ?? []).map(({ source, count }) => ({ name: source, count })),
  };
  const available = ({ kind: of, value }: OtherQuota) =>
    groups[of].find((group) => group.name?.toLowerCase() === value.toLowerCase())?.count ?? 0;
  const isKnown = others.some((other) => otherName(other) === otherName({ kind, value: name }));
  const add = () => {
    if (name.trim() && !isKnown) onChange([...others, { kind, value: name.trim(), count: 1 }]);
    setName('');
  };
  return (
    <fieldset class="group">
      <legend>Topics and sources</legend>
      {others.map((other) => {
        const words = `${quotaKinds[other.kind]}: ${other.value}`;
        const isMarked = marks.has(otherName(other));
        const change = (count: number | undefined) =>
          onChange(
            others.flatMap((each) => {
              if (each !== other) return [each];
              return count === undefined ? [] : [{ ...each, count }];
            }),
          );
        return (
          <div key={otherName(other)} class={isMarked ? 'setting marked' : 'setting'}>
            <span>
              {words} {isMarked && <strong class="fault">conflict</strong>}
              {data && <span class="hint"> of {showNumber(available(other))}</span>}
            </span>
            <Stepper
              label={words}
              value={other.count}
              min={1}
              max={1000}
              isOptional
              isInvalid={isMarked}
              onChange={change}
            />
          </div>
        );
      })}
      <div class="adder">
        <select
          aria-label="Topic or source"
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(value as QuotaKind)}
        >
          {Object.entries(quotaKinds).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
        <input
          type="text"
          aria-label={`${quotaKinds[kind]} to add`}
          list="quota-names"
          maxLength={200}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Not the whole form.
            event.preventDefault();
            add();
          }}
        />
        <datalist id="quota-names">
          {groups[kind].map(
            (group) => group.name && <option key={group.name} value={group.name} />,
          )}
        </datalist>
        <button type="button" class="quiet" disabled={!name.trim()} onClick={add}>
          Add
        </button>
      </div>
    </fieldset>
  );
}
