import { Stepper } from '../../parts/stepper.tsx';
import { TypedInput } from '../../parts/typed-text.tsx';
import { Enemies } from './enemies.tsx';
import { type FormDraft, type Objective, objectives } from './form-draft.ts';
import { OtherQuotaFields } from './other-quota-fields.tsx';

interface Props {
  readonly draft: FormDraft;
  /** JSON Pointers to what contradicts something. */
  readonly marks: ReadonlySet<string>;
  readonly onChange: (changes: Partial<FormDraft>) => void;
}

/** Everything about forms that is not in the blueprint. */
export function FormSettings({ draft, marks, onChange }: Props) {
  const text = (name: 'name' | 'search' | 'seed', label: string, help?: string) => (
    <label>
      {label}
      <TypedInput
        type="text"
        maxLength={200}
        value={draft[name]}
        onCommit={(typed) => onChange({ [name]: typed })}
      />
      {help && <span class="hint">{help}</span>}
    </label>
  );
  const setting = (
    name: 'length' | 'forms' | 'overlap' | 'maxPerTopic',
    label: string,
    pointer: string,
    bounds: { min: number; max: number; isOptional?: boolean },
  ) => (
    <div class={marks.has(pointer) ? 'setting marked' : 'setting'}>
      <span>
        {label}
        {marks.has(pointer) && <strong class="fault"> conflict</strong>}
      </span>
      <Stepper
        label={label}
        value={draft[name]}
        {...bounds}
        isInvalid={marks.has(pointer)}
        onChange={(value) => {
          if (value !== undefined || bounds.isOptional) onChange({ [name]: value });
        }}
      />
    </div>
  );
  return (
    <section class="card settings" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      {text('name', 'Name', 'The title of the printed form.')}
      {setting('length', 'Questions in a form', '/length', { min: 1, max: 1000 })}
      {setting('forms', 'Parallel forms', '/forms', { min: 1, max: 20 })}
      {draft.forms > 1 &&
        setting('overlap', 'Questions that two forms may share', '/overlap', { min: 0, max: 1000 })}
      {setting('maxPerTopic', 'Most questions of one topic', '/max_per_topic', {
        min: 1,
        max: 1000,
        isOptional: true,
      })}
      <OtherQuotaFields
        others={draft.others}
        search={draft.search.trim()}
        marks={marks}
        onChange={(others) => onChange({ others })}
      />
      {text('search', 'Only questions that match', 'Words, "a phrase" or -word; empty for all.')}
      <label class="check">
        <input
          type="checkbox"
          checked={draft.avoidDuplicates}
          onChange={(event) => onChange({ avoidDuplicates: event.currentTarget.checked })}
        />
        <span>
          Keep duplicates apart
          {marks.has('/avoid_duplicates') && <strong class="fault"> conflict</strong>}
        </span>
      </label>
      <Enemies
        pairs={draft.enemies}
        isMarked={(index) => marks.has(`/enemies/${index}`)}
        onChange={(enemies) => onChange({ enemies })}
      />
      <label>
        Which questions to prefer
        <select
          value={draft.objective}
          onChange={(event) => onChange({ objective: event.currentTarget.value as Objective })}
        >
          {Object.entries(objectives).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {text('seed', 'Seed', 'The same seed, blueprint and bank give the same forms.')}
    </section>
  );
}
