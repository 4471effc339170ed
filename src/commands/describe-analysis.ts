import type { AnalysisType } from '../domain/analysis/analysis-type.ts';
import { analysisTypes, describeAnalysisType } from '../domain/analysis/registry.ts';

/** Every analysis with the question it answers. */
export function listAnalyses(): string {
  const width = Math.max(...analysisTypes.map(({ name }) => name.length));
  const rows = analysisTypes.map(
    ({ name, description }) => `  ${name.padEnd(width)}  ${firstSentence(description)}`,
  );
  return ['Analyses:', ...rows, '', 'analyze TYPE --describe tells what one takes.'].join('\n');
}

interface Parameter {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What an analysis does and each of its parameters, as `--parameters` takes them. */
export function describeAnalysis(type: AnalysisType): string {
  const { title, description, parameters } = describeAnalysisType(type);
  const rows = Object.entries(parameters.properties ?? {}).map(([name, parameter]) =>
    describeParameter(name, parameter as Parameter),
  );
  return [`${title}. ${description}`, '', 'Parameters:', ...rows].join('\n');
}

function describeParameter(name: string, parameter: Parameter): string {
  const values = valuesOf(parameter);
  const fallback = JSON.stringify(parameter.default);
  const shown = fallback.length > longest ? '' : ` [${fallback}]`;
  return `  ${name}${values ? `: ${values}` : ''}${shown}\n      ${parameter.description ?? ''}`;
}

/** Longer ones, such as the blueprint of every category, are told by their description. */
const longest = 60;

function valuesOf({ enum: words, minimum, maximum, type }: Parameter): string {
  if (words) return words.join(', ');
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return type === 'boolean' ? 'true, false' : '';
}

function firstSentence(text: string): string {
  return /^.+?[.?!](?= |$)/.exec(text)?.[0] ?? text;
}
