import type { z } from 'zod';
import { figure, roundShare, shareOf } from '../../kit/figures.ts';
import type { Difference } from './dif.ts';
import type { QuestionEvidence } from './evidence.ts';
import type { ItemFit } from './model-fit.ts';
import type { itemStatisticsResult } from './schema.ts';

type Item = z.output<typeof itemStatisticsResult>['items'][number];

export type EvidenceFigures = Pick<
  Item,
  'exposure' | 'infit' | 'outfit' | 'options' | 'dif' | 'drift'
>;

/** The fields of an item that show the evidence. */
export function showEvidence(
  n: number,
  respondents: number,
  fit: ItemFit | undefined,
  evidence: QuestionEvidence | undefined,
): EvidenceFigures {
  return {
    exposure: n === 0 ? null : shareOf(n, respondents),
    infit: fit ? roundShare(fit.infit) : null,
    outfit: fit ? figure(fit.outfit) : null,
    options: [...(evidence?.options ?? [])],
    dif: (evidence?.differences ?? []).map(({ group, reference, difference }) => ({
      group,
      reference,
      ...showDifference(difference),
    })),
    drift: evidence?.drift ? showDifference(evidence.drift) : null,
  };
}

function showDifference({ reference, focal, mantelHaenszel: mh, logistic, etsClass }: Difference) {
  const rounded = (value: number | null) => (value === null ? null : roundShare(value));
  return {
    n_reference: reference.n,
    n_focal: focal.n,
    facility_reference: rounded(reference.facility),
    facility_focal: rounded(focal.facility),
    mh_chi_square: mh?.chiSquare ?? null,
    p: mh?.p ?? null,
    mh_alpha: mh?.alpha ?? null,
    mh_delta: mh?.delta ?? null,
    se_delta: mh?.se ?? null,
    ets_class: etsClass,
    lr_chi_square: logistic?.chiSquare ?? null,
    p_lr: logistic?.p ?? null,
    p_uniform: logistic?.pUniform ?? null,
    p_nonuniform: logistic?.pNonuniform ?? null,
    delta_r2: logistic?.deltaR2 ?? null,
  };
}
