import { type GivenResponses, isTable } from './responses.ts';

/** Responses of a step. */
const stepSize = 1000;

/** Stored with a run instead of a million scores: enough to check whether two runs used the same ones. */
export function* summarizeResponses(responses: GivenResponses) {
  const digest = createDigest();
  if (isTable(responses)) {
    let count = 0;
    for (const id of responses.question_ids) digest.add(id);
    for (const row of responses.scores) {
      for (const score of row) {
        digest.add(String(score));
        if (score !== null) count += 1;
      }
      yield;
    }
    return { count, respondents: responses.scores.length, hash: digest.read() };
  }
  const respondents = new Set<string>();
  for (const [n, { respondent, question_id, score }] of responses.entries()) {
    if (n % stepSize === 0) yield;
    respondents.add(respondent);
    digest.add(respondent);
    digest.add(question_id);
    digest.add(String(score));
  }
  return { count: responses.length, respondents: respondents.size, hash: digest.read() };
}

/** Greater than any UTF-16 unit, so that different lists of texts never have the same digest input. */
const separator = 0x10000;

/** FNV-1a over UTF-16 units in two 32-bit lanes with different seeds: 16 hexadecimal digits. */
function createDigest() {
  const prime = 0x01000193;
  let [one, two] = [0x811c9dc5, 0xcbf29ce4];
  return {
    add(text: string): void {
      for (let at = 0; at <= text.length; at += 1) {
        const unit = at < text.length ? text.charCodeAt(at) : separator;
        one = Math.imul(one ^ unit, prime);
        two = Math.imul(two ^ (unit + (one >>> 16)), prime);
      }
    },
    read: () => [one, two].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
