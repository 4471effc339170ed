import { describe, expect, it } from 'vitest';
import { type Case, expectCaught, expectLeftAlone, mend } from './quality-rule.ts';

const caught: [id: string, given: Case, ...ranges: string[]][] = [
  ['html_entity', 'Who wrote &quot;Emma&quot;?', '&quot;', '&quot;'],
  ['html_entity', 'What is 5 &#215; 5, or 5 &#xD7; 5?', '&#215;', '&#xD7;'],
  [
    'html_entity',
    ['Which caf\u00e9?', 'Caf&eacute; Central', 'Fish &amp; Chips'],
    '&eacute;',
    '&amp;',
  ],
  ['html_tag', 'What is <b>bold</b> here?', '<b>', '</b>'],
  ['html_tag', 'First line<br/>second line, is it?', '<br/>'],
  ['html_tag', ['What is the formula of water?', 'H<sub>2</sub>O'], '<sub>', '</sub>'],
  ['stray_whitespace', ' What is this?', ' '],
  ['stray_whitespace', 'What  is\tthis?', '  ', '\t'],
  ['stray_whitespace', 'When was reddit founded ?', ' '],
  ['stray_whitespace', 'Who led the "Reign of Terror" ?', ' '],
  ['stray_whitespace', 'What is a zero\u200bwidth space?', '\u200b'],
  ['stray_whitespace', 'What is a c\u202eebu?', '\u202e'],
  ['stray_whitespace', ['What?', 'Paris '], ' '],
  ['control_character', 'What is a bell\u0007?', '\u0007'],
  ['control_character', ['What is a caf\ufffd?', 'A bar\u0085'], '\ufffd', '\u0085'],
  ['control_character', 'Half of a pair: \ud83d?', '\ud83d'],
  ['control_character', 'Which â\u0080\u0098bellâ\u0080\u0099?', 'â\u0080\u0098', 'â\u0080\u0099'],
  ['unbalanced_quotes', 'Which is the term for "a sponge left inside?', '"'],
  ['unbalanced_quotes', 'Who wrote “Emma?', '“'],
  ['unbalanced_quotes', 'Who wrote Emma” or «Persuasion?', '”', '«'],
  ['unbalanced_brackets', 'Who was the last king (of France?', '('],
  ['unbalanced_brackets', 'What is f(x)) + [y?', ')', '['],
  ['unbalanced_brackets', ['What is it?', 'a set {1, 2'], '{'],
  ['all_capitals', 'WHAT IS THE CAPITAL OF FRANCE?', 'WHAT IS THE CAPITAL OF FRANCE?'],
  ['all_capitals', ['What?', 'THE TREATY OF VERSAILLES'], 'THE TREATY OF VERSAILLES'],
  ['placeholder', 'TODO: ask something', 'TODO:'],
  ['placeholder', 'What is [insert name here] known for?', '[insert name here]'],
  ['placeholder', 'Lorem ipsum dolor sit amet?', 'Lorem ipsum dolor'],
  ['placeholder', 'Who is {{name}}?', '{{name}}'],
  ['placeholder', ['What is it?', 'TBD', 'asdf', 'Wrong answer'], 'TBD', 'asdf', 'Wrong answer'],
  ['misspelling', 'Which goverment was it?', 'goverment'],
  [
    'misspelling',
    ['Who is it?', 'The villian of the story', 'His recieved letter'],
    'villian',
    'recieved',
  ],
  ['misspelling', 'Which of them didnt sing?', 'didnt'],
  ['answer_is_question', ['What is love?', 'what is  love'], 'what is  love'],
  ['answer_is_question', ['Mars', 'Mars'], 'Mars'],
];

const leftAlone: [id: string, ...cases: Case[]][] = [
  [
    'html_entity',
    'What does AT&T stand for?',
    'Is R&B; music?',
    'What is a & b; c?',
    'Q &unheardof; A?',
  ],
  ['html_tag', 'Is a < b > c possible?', 'Which HTML tag is <br>?', 'Is 1 <2 and 3> 2?', 'Why <3?'],
  [
    'stray_whitespace',
    'What comes next: 2, 4, 8, ?',
    'What is 2 + 2 = ?',
    'Which company made .NET and ...?',
    'First line\nsecond line?',
    'To what does 1 + 1/4 + 1/9 + … converge?',
    'How far is 10\u00a0km?',
  ],
  ['control_character', 'One\ttwo\nthree?', 'Which is 👩‍👩‍👧‍👦?', 'میخواهم چیست؟', 'e\u0301?'],
  [
    'unbalanced_quotes',
    'Who wrote "Emma"?',
    'Who is 6\'2" tall?',
    "Whose 'dogs' are the dogs' tails?",
    'Wer schrieb „Faust“?',
    'Who sang “Help!” and «Non»?',
  ],
  [
    'unbalanced_brackets',
    'What is [0, 1) in (0, 1]?',
    'Is it a) this or b) that, 1) one or 2) two?',
    'What is f(g(x[1]))?',
    'Why so sad :( and ;-)?',
    'Is y=(x+1) a line?',
    'What genre is the artist Sunn O)))?',
  ],
  [
    'all_capitals',
    'What does NASA do?',
    ['Who?', 'UNESCO'],
    ['Who?', 'BBC TV'],
    ['In which order?', 'MA, LPN, RN, PA, MD'],
    'E = MC²?',
    '東京は何ですか?',
  ],
  [
    'placeholder',
    'What does the acronym TBD mean?',
    'Which filler text begins with the words lorem ipsum?',
    ['Which Roman numeral is thirty?', 'XXX'],
    ['What is a five-day cricket match called?', 'Test'],
    ['Which ion is Na?', 'None'],
  ],
  [
    'misspelling',
    'Who practises kirigami, ikebana and colour theory?',
    'What does "recieve" mean?',
    'Which debuff does the witcher get in the vaporwave game?',
    'Which plants did homo erectus and his kin eat?',
    'Which silyl radical leaves the thinny in this story?',
    'which goverment was it',
    'How do you spell recieve?',
  ],
  ['answer_is_question', ['What is love?', 'Love'], ['?', '!'], ['2 + 2', '4']],
];

describe('hygiene', () => {
  it.each(caught)('%s catches %j', (id, given, ...ranges) => {
    expectCaught(id, given, ...ranges);
  });

  it.each(leftAlone)('%s leaves alone what is sound', (id, ...cases) => {
    for (const each of cases) expectLeftAlone(id, each);
  });

  it.each([
    ['html_entity', 'Who wrote &quot;Emma&quot; &amp; why?', 'Who wrote "Emma" & why?'],
    ['html_tag', 'What is <b>bold</b><br>here?', 'What is bold here?'],
    ['stray_whitespace', '  What  is\tthis ? ', 'What is this?'],
    ['stray_whitespace', '\u202eWhat \u202e is this?', 'What is this?'],
    ['control_character', 'A bell\u0007?', 'A bell?'],
    ['misspelling', 'Which goverment was it?', 'Which government was it?'],
    ['control_character', 'Which one\u0080\u0094the last?', 'Which one—the last?'],
    ['control_character', 'Which one\u0007?', 'Which one?'],
  ])('%s mends %j', (id, given, mended) => {
    expect(mend(id, given)).toBe(mended);
  });
});
