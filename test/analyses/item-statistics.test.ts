import { describe, expect, it } from 'vitest';
import { planInSteps, planRun } from '../../src/analyses/run-request.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6WithGaps } from './lsat6.ts';
import { runOn } from './questions.ts';
import { expectNear, lsat6Questions, runLsat6, runScores } from './score-table.ts';

describe('classical figures of LSAT6', () => {
  it("agree with R's psych 2.2.9 to seven digits", async () => {
    const { column, test } = await runLsat6();
    // colMeans(LSAT); sapply(LSAT, sd)
    expect(column('facility')).toEqual([0.924, 0.709, 0.553, 0.763, 0.87]);
    expectNear(
      column('sd'),
      [0.2651307117, 0.4544507955, 0.497431843, 0.4254550646, 0.3364717124],
      1e-9,
    );
    // a <- psych::alpha(LSAT); a$item.stats[, c('raw.r', 'r.drop')]; a$alpha.drop; a$total
    expectNear(
      column('item_total_r'),
      [0.3620104372, 0.5667720954, 0.6184397536, 0.5344183262, 0.4353664279],
      1e-9,
    );
    expectNear(
      column('item_rest_r'),
      [0.1128326889, 0.1531781201, 0.1727789433, 0.1444280952, 0.1215964025],
      1e-9,
    );
    expectNear(
      column('alpha_if_deleted'),
      [0.2753562108, 0.2375839046, 0.2167994629, 0.2459327104, 0.2662944112],
      1e-9,
    );
    // t <- rowSums(LSAT); c(mean(t), sd(t), skew(t, type = 2), kurtosi(t, type = 2), sd(t) * sqrt(1 - alpha))
    expect(test).toMatchObject({ n: 1000, mean: 3.819, log_likelihood: null });
    const { sd, skewness, kurtosis, alpha, sem } = test;
    expectNear([sd, skewness, kurtosis], [1.035041212, -0.6910108761, 0.07817854639], 1e-9);
    expectNear([alpha, sem], [0.2949971922, 0.8690666124], 1e-9);
  });

  it("follow Moodle's calculator: question/classes/statistics/questions/calculator.php", async () => {
    const { column } = await runLsat6();
    // r <- rowSums(LSAT) - LSAT[, i]; 100 * cor(LSAT[, i], r)
    expectNear(
      column('discrimination_index'),
      [11.28326889, 15.31781201, 17.27789433, 14.44280952, 12.15964025],
      1e-7,
    );
    // 100 * cov(LSAT[, i], r) / cov(sort(LSAT[, i]), sort(r))
    expectNear(
      column('discrimination_efficiency'),
      [18.48172207, 20.00266658, 21.88995437, 17.72019643, 18.77477125],
      1e-7,
    );
  });

  it('share the places of a group among those who tie at its border', async () => {
    const { column } = await runLsat6();
    // tot <- rowSums(LSAT); the upper (lower) group has 270 respondents, ties at the boundary split
    // evenly.
    expectNear(
      column('upper_lower'),
      [0.1966244726, 0.6314580403, 0.8108766995, 0.5369901547, 0.3203469292],
      1e-9,
    );
  });

  it('compare groups of group_fraction of the respondents', async () => {
    // Ten respondents of increasing totals; the best four and the worst one answer the first question
    // correctly.
    const scores = Array.from({ length: 10 }, (_, respondent) => [
      Number(respondent > 5 || respondent === 0),
      ...Array.from({ length: 18 }, (_, at) => Number(2 * respondent > at)),
    ]);
    const upperLower = async (group_fraction: number) => {
      const { items } = await runScores(scores, { group_fraction });
      return items.find(({ question_id }) => question_id === 'q-0')?.upper_lower;
    };
    expect(await upperLower(0.1)).toBe(0);
    expect(await upperLower(0.2)).toBe(0.5);
    expect(await upperLower(0.4)).toBe(0.75);
    expect(await upperLower(0.5)).toBeCloseTo(4 / 5 - 1 / 5, 9);
  });

  it('leave missing responses out, as psych and pairwise covariances do', async () => {
    const { column, test, summary } = await runLsat6({}, lsat6WithGaps);
    // x <- LSAT[do.call(order, LSAT), ]; x[r, i] <- NA where (7 * r + 3 * i) %% 10 == 0; psych::alpha(x)
    expect(summary.missing_share).toBe(0.1);
    expect(column('n')).toEqual([900, 900, 900, 900, 900]);
    expectNear(
      column('facility'),
      [0.9244444444, 0.7088888889, 0.5522222222, 0.7644444444, 0.8688888889],
      1e-9,
    );
    expectNear(
      column('item_total_r'),
      [0.3704828479, 0.5810161102, 0.6423907526, 0.553601405, 0.46252535],
      1e-9,
    );
    expectNear(
      column('alpha_if_deleted'),
      [0.2866202329, 0.2526815848, 0.2162220883, 0.2449726141, 0.2675472267],
      1e-9,
    );
    expectNear([test.alpha, test.mean, test.sd], [0.3010628217, 3.818, 1.092849633], 1e-9);
    expectNear([test.skewness, test.kurtosis], [-0.7628861677, 0.2279737349], 1e-8);
    // rest <- rowMeans(x[, -i], na.rm = TRUE), over those who answered i
    expectNear(
      column('item_rest_r'),
      [0.1019718687, 0.1417577172, 0.1715553751, 0.1473511497, 0.13054057],
      1e-9,
    );
    expectNear(
      column('discrimination_efficiency'),
      [17.05885917, 18.20994676, 20.43070883, 18.83828734, 18.47402496],
      1e-7,
    );
  });
});

it('finds in rows what it finds in a table', async () => {
  const rows = lsat6WithGaps.flatMap((row, respondent) =>
    row.flatMap((score, at) =>
      score === null ? [] : [{ respondent: `p${respondent}`, question_id: lsat6Ids[at], score }],
    ),
  );
  const parameters = { items: 'all', model: '2pl' };
  const ofRows = await runOn(itemStatistics, lsat6Questions, {
    ...parameters,
    responses: rows.reverse(),
  });
  const ofTable = await runOn(itemStatistics, lsat6Questions, {
    ...parameters,
    responses: { question_ids: lsat6Ids, scores: lsat6WithGaps },
  });
  expect(ofRows).toEqual(ofTable);
});

it('shows the responses of a run by their number and a hash', () => {
  const requestOf = (responses: unknown) => ({
    analysisType: 'item_statistics',
    parameters: { responses },
  });
  const echoOf = (responses: unknown) => planRun(requestOf(responses)).shownParameters;
  const echo = (scores: unknown) => echoOf({ question_ids: lsat6Ids, scores });
  const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(echo(lsat6WithGaps)).toMatchObject({
    model: 'none',
    responses: { count: 4500, respondents: 1000, hash },
  });
  // In steps, so that a million of them do not keep others waiting.
  const steps = planInSteps(requestOf({ question_ids: lsat6Ids, scores: lsat6WithGaps }));
  expect([...steps]).toHaveLength(1000);
  expect(echo(lsat6WithGaps)).toEqual(echo(structuredClone(lsat6WithGaps)));
  expect(echo(lsat6WithGaps)).not.toEqual(echo(lsat6WithGaps.with(0, [1, 0, 0, 0, 0])));
  const rows = [
    { respondent: 'a', question_id: '1', score: 1 },
    { respondent: 'a', question_id: '2', score: 0 },
  ];
  expect(echoOf(rows)).toMatchObject({
    responses: { count: 2, respondents: 1, hash },
  });
});
