import type { FunctionComponent } from 'preact';
import { Lazy } from '../../parts/lazy.tsx';
import { ScopeGate } from '../../parts/scope-gate.tsx';
import type { Place } from '../../router.ts';
import { AnalysisCards } from './analysis-cards.tsx';
import { AnalysisForm } from './analysis-form.tsx';
import { AnalysisRun } from './analysis-run.tsx';

/** Analyses and their reports: the list, a form of a type, a run, or two runs compared. */
export function Analyses({ place }: { place: Place }) {
  return (
    <ScopeGate scope="analysis:read" purpose="see analyses" title="Analyses">
      <View place={place} />
    </ScopeGate>
  );
}

function View({ place }: { place: Place }) {
  const [, , first, second, third] = place.path.split('/');
  if (first === 'run' && second)
    return (
      <AnalysisForm key={place.query.get('from') ?? second} name={second} query={place.query} />
    );
  if (first && second === 'compare' && third)
    return <Lazy load={comparePage} props={{ id: first, other: third }} />;
  if (first) return <AnalysisRun key={first} id={first} />;
  return <AnalysisCards />;
}

const comparePage = async (): Promise<FunctionComponent<{ id: string; other: string }>> =>
  (await import('./analysis-compare.tsx')).AnalysisCompare;
