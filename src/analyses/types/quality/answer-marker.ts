import { noFindings, type QualityRule, textRule } from './rule.ts';

/** Before or after the answer; not the star of "Sagittarius A*". */
const marker =
  /^[✓✔☑✅]|(?:[✓✔☑✅]|\((?:correct|right|key|answer|correct answer|right answer)\)|(?<=\p{Ll}{2})\*)$/iu;

/** "*willing to learn*" is emphasis, which the rule `markdown` reports. */
const emphasized = /^(\*{1,3}|_{1,3})[^*_].*\1$/su;

export const answerMarker: QualityRule = textRule(
  {
    id: 'answer_marker',
    severity: 'error',
    field: ['correct_answer'],
    description: 'The correct answer is marked as such: "Mars*", "Mars (correct)", "✓ Mars".',
    why: 'Everyone sees which choice is right.',
  },
  (read, { wrong }) => {
    const text = read.text.trim();
    const match = marker.exec(text);
    if (!match || match[0].length === text.length || emphasized.test(text)) return noFindings;
    if (wrong.some((each) => marker.test(each.text.trim()))) return noFindings;
    const start = read.text.indexOf(text) + match.index;
    const end = start + match[0].length;
    const message = `${JSON.stringify(match[0])} marks the answer.`;
    const fix = '';
    return [{ start, end, message, fix }];
  },
);
