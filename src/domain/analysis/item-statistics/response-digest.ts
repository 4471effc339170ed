import { isTable, type Responses } from './responses.ts';

/**
 * What a record shows instead of a million scores: enough to tell whether two runs were given the
 * same ones.
 */
export function digestResponses(responses: Responses) {
  const digest = createDigest();
  if (isTable(responses)) {
    let count = 0;
    digest.add(JSON.stringify(responses.question_ids));
    for (const row of responses.scores) {
      digest.add(JSON.stringify(row));
      for (const score of row) if (score !== null) count += 1;
    }
    return { count, respondents: responses.scores.length, hash: digest.read() };
  }
  const people = new Set<string>();
  for (const { respondent, question_id, score } of responses) {
    people.add(respondent);
    digest.add(JSON.stringify([respondent, question_id, score]));
  }
  return { count: responses.length, respondents: people.size, hash: digest.read() };
}

/** FNV-1a over UTF-16 units in two lanes of 32 bits that start apart: 16 hexadecimal digits. */
function createDigest() {
  const prime = 0x01000193;
  let [one, two] = [0x811c9dc5, 0xcbf29ce4];
  return {
    add(text: string): void {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        one = Math.imul(one ^ unit, prime);
        two = Math.imul(two ^ (unit + (one >>> 16)), prime);
      }
    },
    read: () => [one, two].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
