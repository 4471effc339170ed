import { isTable, type Responses } from './responses.ts';

/**
 * What a record shows instead of a million scores: enough to tell whether two runs were given the
 * same ones.
 */
export function summarizeResponses(responses: Responses) {
  const digest = createDigest();
  if (isTable(responses)) {
    let count = 0;
    for (const id of responses.question_ids) digest.add(id);
    for (const row of responses.scores) {
      for (const score of row) {
        digest.add(String(score));
        if (score !== null) count += 1;
      }
    }
    return { count, respondents: responses.scores.length, hash: digest.read() };
  }
  const people = new Set<string>();
  for (const { respondent, question_id, score } of responses) {
    people.add(respondent);
    digest.add(respondent);
    digest.add(question_id);
    digest.add(String(score));
  }
  return { count: responses.length, respondents: people.size, hash: digest.read() };
}

/** No UTF-16 unit is as large, so that no two lists of texts read the same. */
const separator = 0x10000;

/** FNV-1a over UTF-16 units in two lanes of 32 bits that start apart: 16 hexadecimal digits. */
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
