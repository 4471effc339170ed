import { useId } from 'preact/hooks';
import { TypedInput, TypedTextarea } from '../../parts/typed-text.tsx';
import { fieldKindOf, type ParameterSchema, parseText, showText } from './parameter-schema.ts';

interface Props {
  readonly name: string;
  readonly schema: ParameterSchema;
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** The control of one parameter, by its JSON Schema. */
export function SchemaField({ name, schema, value, fault, onChange }: Props) {
  const id = useId();
  const kind = fieldKindOf(schema);
  const label = labelOf(name);
  const common = {
    id,
    'aria-describedby': `${id}-about`,
    'aria-invalid': fault !== undefined,
  };
  const about = (
    <span id={`${id}-about`} class="about">
      {schema.description}
      {fault !== undefined && <strong class="fault">{fault}</strong>}
    </span>
  );
  const changed = kind === 'settings' ? Object.keys(entriesOf(value)).length : 0;
  if (kind === 'settings')
    return (
      <details class="settings">
        <summary>
          {label} ({Object.keys(schema.properties ?? {}).length}
          {changed > 0 && `, ${changed} changed`})
        </summary>
        {about}
        <div class="fields">
          {Object.entries(schema.properties ?? {}).map(([key, inner]) => (
            <SchemaField
              key={key}
              name={key}
              schema={inner}
              value={entriesOf(value)[key]}
              fault={undefined}
              onChange={(next) => onChange(withEntry(entriesOf(value), key, next))}
            />
          ))}
        </div>
      </details>
    );
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset class="chips" aria-describedby={`${id}-about`}>
        <legend>{label}</legend>
        {(schema.items?.enum ?? []).map((each) => (
          <label key={each} class="chip">
            <input
              type="checkbox"
              checked={chosen.includes(each)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, each] : chosen.filter((other) => other !== each))
              }
            />
            {each.replaceAll('_', ' ')}
          </label>
        ))}
        {about}
      </fieldset>
    );
  }
  if (kind === 'boolean')
    return (
      <label class="check">
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
        {label}
        {about}
      </label>
    );
  return (
    <label htmlFor={id}>
      {label}
      {control()}
      {about}
    </label>
  );

  function control() {
    if (kind === 'choice')
      return (
        <select
          {...common}
          value={showText(value)}
          onChange={({ currentTarget: { value: next } }) => onChange(next || undefined)}
        >
          {schema.default === undefined && <option value="">default</option>}
          {(schema.enum ?? []).map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      );
    if (kind === 'number')
      return (
        <TypedInput
          {...common}
          type="number"
          value={showText(value)}
          min={schema.minimum}
          max={schema.maximum}
          step={schema.type === 'integer' ? 1 : 'any'}
          onCommit={(typed) => onChange(parseText(schema, typed))}
        />
      );
    if (kind === 'json')
      return (
        <TypedTextarea
          {...common}
          rows={4}
          spellcheck={false}
          value={showText(value)}
          onCommit={(typed) => onChange(parseText(schema, typed))}
        />
      );
    return (
      <TypedInput
        {...common}
        value={showText(value)}
        onCommit={(typed) => onChange(parseText(schema, typed))}
      />
    );
  }
}

function labelOf(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
}

function entriesOf(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>;
}

function withEntry(entries: Record<string, unknown>, key: string, value: unknown) {
  const { [key]: _, ...others } = entries;
  return value === undefined ? others : { ...others, [key]: value };
}
