import type { AnalysisControl } from '../../analysis-type.ts';
import { roundShare } from '../../kit/figures.ts';
import { labelProbability } from './confusion.ts';
import type { LabelPredictions } from './predict-labels.ts';
import { visitItems } from './predictions.ts';

const bins = 10;

/**
 * The reliability curve: pairs of a question and a label in ten ranges of their predicted
 * probability, with the mean of it and the share of the questions that have the label.
 */
export function calibrationOf({ known, confusion }: LabelPredictions, control: AnalysisControl) {
  const { labels, classes } = known;
  const ranges = Array.from({ length: bins }, () => ({ pairs: 0, predicted: 0, given: 0 }));
  visitItems(known, control, (item) => {
    for (let each = 0; each < classes; each += 1) {
      const predicted = labelProbability(known, item, each, confusion);
      const range = ranges[Math.min(bins - 1, Math.floor(predicted * bins))];
      if (!range) continue;
      range.pairs += 1;
      range.predicted += predicted;
      if (labels[item] === each) range.given += 1;
    }
  });
  return ranges
    .filter(({ pairs }) => pairs > 0)
    .map(({ pairs, predicted, given }) => ({
      pairs,
      predicted: roundShare(Math.min(1, predicted / pairs)),
      observed: roundShare(given / pairs),
    }));
}
