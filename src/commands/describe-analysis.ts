import type { AnalysisType } from '../analyses/analysis-type.ts';
import { analysisTypes, describeAnalysisType } from '../analyses/registry.ts';

/** All types of analysis with the question that each answers. */
export function listAnalyses(asJson: boolean): string {
  if (asJson) return JSON.stringify(analysisTypes.map(describeAnalysisType));
  const width = Math.max(...analysisTypes.map(({ name }) => name.length));
  const rows = analysisTypes.map(
    ({ name, description }) => `  ${name.padEnd(width)}  ${firstSentence(description)}`,
  );
  return [
    'Analyses:',
    ...rows,
    '',
    'Run analyze TYPE --describe for the parameters of a type.',
  ].join('\n');
}

/** The description of an analysis and of its parameters. */
export function describeAnalysis(type: AnalysisType, asJson: boolean): string {
  const described = describeAnalysisType(type);
  if (asJson) return JSON.stringify(described);
  const rows = Object.entries(described.parameters.properties ?? {}).map(([name, parameter]) =>
    describeParameter(name, parameter as Parameter),
  );
  const tables = type.report.map(
    ({ name, columns }) => `  ${name}: ${Object.keys(columns).join(', ')}`,
  );
  return [
    `${type.title}. ${type.description}`,
    '',
    'Parameters:',
    ...rows,
    '',
    'Tables (--table):',
    ...tables,
  ].join('\n');
}

/** The part of JSON Schema that describes allowed values. */
interface Parameter {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Parameter[];
  readonly items?: Parameter;
  readonly properties?: Readonly<Record<string, Parameter>>;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Longer defaults, such as the blueprint of coverage, are explained in the description. */
const maxDefaultLength = 60;

function describeParameter(name: string, parameter: Parameter): string {
  const values = valuesOf(parameter);
  const fallback = JSON.stringify(parameter.default) ?? '';
  const isShown = fallback !== '' && fallback.length <= maxDefaultLength;
  const head = [values ? `${name}: ${values}` : name, isShown ? `(default ${fallback})` : ''];
  return `  ${head.join(' ').trimEnd()}\n      ${parameter.description ?? ''}`;
}

function valuesOf(parameter: Parameter): string {
  const { enum: words, minimum, maximum, anyOf, items, properties, type } = parameter;
  if (parameter.const !== undefined) return String(parameter.const);
  if (words) return words.join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (anyOf) return anyOf.map(valuesOf).filter(Boolean).join(' or ');
  if (items) return valuesOf(items) && `a list of ${valuesOf(items)}`;
  if (properties) return `an object with ${Object.keys(properties).join(', ')}`;
  return type === 'boolean' ? 'true, false' : '';
}

function firstSentence(text: string): string {
  return /^.+?[.?!](?= |$)/.exec(text)?.[0] ?? text;
}
