import { showNumber } from '../parts/labels.tsx';
import { addressOf } from '../router.ts';
import type { LatestRuns } from './latest-runs.ts';

interface Kind {
  readonly name: string;
  readonly isHint?: boolean;
  readonly count: number;
  readonly address: string;
}

/** What the last runs found, by kind; each leads to the questions concerned, duplicates side by side. */
export function FindingsCard({ runs }: { runs: LatestRuns }) {
  const quality = runs.quality.nodes[0];
  const kinds = kindsOf(runs);
  const largest = Math.max(1, ...kinds.map(({ count }) => count));
  return (
    <section class="card" aria-labelledby="findings">
      <h2 id="findings">Open findings</h2>
      {!quality && (
        <p class="empty">
          Nothing was checked yet.{' '}
          <a href={addressOf('/analyses/run/quality')}>Check the quality of all questions</a>
        </p>
      )}
      {quality && kinds.length === 0 && <p class="empty">The last checks found nothing.</p>}
      <ul class="bars">
        {kinds.map(({ name, isHint, count, address }) => (
          <li key={name}>
            <a href={address}>
              <span class="bar" style={{ '--share': `${(count / largest) * 100}%` }}>
                {name}
                {isHint && <span class="muted"> (hint)</span>}
              </span>
              <span class="count">{showNumber(count)}</span>
            </a>
          </li>
        ))}
      </ul>
      {quality && (
        <p>
          <a href={addressOf(`/analyses/${quality.id}`)}>Report of the last check</a>
        </p>
      )}
      {quality?.stale && (
        <p class="muted">
          Questions have changed since. <a href={addressOf('/analyses/run/quality')}>Check again</a>
        </p>
      )}
    </section>
  );
}

function kindsOf({ quality, duplicates }: LatestRuns): Kind[] {
  const [run] = quality.nodes;
  const [copies] = duplicates.nodes;
  const rules = run?.typedResult && 'rules' in run.typedResult ? run.typedResult.rules : [];
  const byRule: Kind[] = (rules ?? []).map(({ rule, severity, questions }) => ({
    name: rule.replaceAll('_', ' '),
    isHint: severity === 'info',
    count: questions,
    address: addressOf('/questions', { found: rule }),
  }));
  const { flagged = 0 } = (copies?.summary ?? {}) as { flagged?: number };
  const repeated: Kind = {
    name: 'duplicates',
    count: flagged,
    address: addressOf(`/analyses/${copies?.id}`),
  };
  return (
    [repeated, ...byRule]
      .filter(({ count }) => count > 0)
      // Hints last, however many: what needs a look comes first.
      .sort((a, b) => Number(a.isHint ?? false) - Number(b.isHint ?? false) || b.count - a.count)
      .slice(0, 8)
  );
}
