import { describe, expect, it } from 'vitest';
import { languages } from '../../src/analyses/types/quality/language-detector.ts';
import { quality } from '../../src/analyses/types/quality/quality.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';
import { check, expectCaught, expectLeftAlone, pointedAt } from './quality-rule.ts';
import { makeQuestion, runOn } from './questions.ts';

const id = 'unexpected_language';

const foreign: [language: string, ...questions: string[]][] = [
  [
    'French',
    'Quelle est la capitale de la France ?',
    'Quel écrivain français a écrit « Les Misérables » ?',
    'En quelle année la Révolution française a-t-elle commencé ?',
    'Quel est le plus long fleuve du monde ?',
  ],
  [
    'German',
    'Was ist die Hauptstadt von Deutschland?',
    'Wer schrieb den Roman „Der Zauberberg“?',
    'In welchem Jahr fiel die Berliner Mauer?',
    'Welcher Planet ist der Sonne am nächsten?',
  ],
  [
    'Spanish',
    '¿Cuál es la capital de España?',
    '¿Qué escritor español escribió "Don Quijote"?',
    '¿En qué año llegó el hombre a la Luna?',
    '¿Cuántos huesos tiene el cuerpo humano?',
  ],
  ['Dutch', 'Is de walvis een vis of een zoogdier?', 'Wat is de hoofdstad van Nederland?'],
  ['Arabic', 'ما هي عاصمة مصر؟', 'كم عدد الكواكب في المجموعة الشمسية؟', 'من كتب رواية البؤساء؟'],
  ['Japanese', '日本の首都はどこですか？', '「坊っちゃん」を書いたのは誰ですか？'],
  ['Russian', 'Какая планета ближе всего к Солнцу?'],
];

describe('the language of questions', () => {
  it.each(foreign)('is noticed when it is %s', (name, ...questions) => {
    for (const text of questions) {
      expectCaught(id, text, text);
      expect(check(id, text)[0]?.message).toBe(`The text seems to be ${name}, not English.`);
    }
  });

  it.each([
    ['names and short texts', 'Qué?', 'Edson Arantes do Nascimento', 'Rio de Janeiro?', 'π ≈ ?'],
    ['lists of names', 'Troy Luccketta, Brian Wheat, Frank Hannon, Tommy Skeoch, Jeff Keith'],
    ['formulas', 'f(x) = x² − 4x + 4', '2, 3, 5, 7, 11, 13', '∫ cos x dx = ?'],
    ['quotations', 'Who wrote "Longtemps, je me suis couché de bonne heure"?'],
    [
      'foreign names',
      'Where did Władysław Mickiewicz die?',
      'What genre is coleccion pedro infante?',
    ],
    ['foreign words', 'What does the German word Schadenfreude mean?', 'Is "日本" a country?'],
    [
      'statements',
      'Angkor Wat is in Cambodia.',
      'Silvio Berlusconi never was president.',
      'Mount Kenya is an extinct volcano.',
    ],
    ['emoji', '👩‍👩‍👧‍👦 🇪🇺 👍🏽 😀 🎉?'],
  ])('leaves %s alone', (_what, ...texts) => {
    for (const text of texts) expectLeftAlone(id, text);
  });

  it('looks at the question only: answers may be in any', () => {
    const answer = 'Je pense, donc je suis la seule chose certaine';
    expectLeftAlone(id, ['What did Descartes write?', answer, 'Wer nicht wagt, der nicht gewinnt']);
  });

  it('may be expected to be another', () => {
    const [french, english] = [
      'Quelle est la capitale du Japon ?',
      'What is the capital of Japan?',
    ];
    expect(pointedAt(id, french, { language: 'fr' })).toEqual([]);
    expect(pointedAt(id, english, { language: 'fr' })).toEqual([english]);
    expect(pointedAt(id, french, { language: 'ja' })).toEqual([french]);
  });

  it('is a parameter, English unless told', async () => {
    const set = [makeQuestion({ questionText: 'Welcher Planet ist der Sonne am nächsten?' })];
    expect((await runOn(quality, set, { items: 'all' })).items[0]?.reasons).toEqual([id]);
    expect((await runOn(quality, set, { language: 'de' })).summary.findings).toBe(0);
    expect((await runOn(quality, set, { rules: { [id]: 'off' } })).summary.findings).toBe(0);
    const faults = listFaults(defineRules(quality.parameters), { language: 'xx' });
    expect(faults.map(({ path }) => path)).toEqual([['language']]);
  });

  it('is one of those the detector knows', async () => {
    const { eld } = await import('eld/small');
    expect(Object.values(eld.info().Languages).toSorted()).toEqual(languages);
  });
});

it('leaves the space before a French question mark alone', () => {
  const text = 'Quelle est la capitale de la France ?';
  expect(pointedAt('stray_whitespace', text, { language: 'fr' })).toEqual([]);
  expect(pointedAt('stray_whitespace', text)).toEqual([' ']);
});
