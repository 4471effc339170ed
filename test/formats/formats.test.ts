import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ReadText, readAll } from '../support/read-format.ts';

/** The questions of a file, or its faults, in short. */
async function read(content: string | Uint8Array, options?: ReadText) {
  const { rows } = await readAll(content, options);
  return rows.map(({ read }) => ('question' in read ? read.question : read.faults));
}

const mercury = {
  questionText: 'Which planet is closest to the Sun?',
  correctAnswer: 'Mercury',
  incorrectAnswers: ['Venus', 'Earth'],
};
const defaults = { category: 'Astronomy', difficulty: 0 } as const;

describe('CSV', () => {
  it.each([
    ['commas', 'question,answer,choice_1,choice_2,choice_3,category,level\n', ','],
    ['semicolons', 'Question;Answer;Choice 1;Choice 2;Choice 3;Subject;Level\r\n', ';'],
    [
      'tabs',
      'question_text\tcorrect_answer\toption_a\toption_b\toption_c\tcategory\tdifficulty\n',
      '\t',
    ],
    ['bars', 'questionText|correctAnswer|A|B|C|category|difficultyLevel\n', '|'],
  ])('has %s and the names that people use', async (_, header, delimiter) => {
    const cells = [mercury.questionText, 'B', 'Venus', 'Mercury', 'Earth', 'astronomy', 'easy'];
    const { rows } = await readAll(header + cells.join(delimiter));
    expect(rows[0]?.read).toMatchObject({
      question: { ...mercury, category: 'Astronomy', difficulty: 0 },
      notes: [
        { field: 'correct_answer', value: 'B', readAs: 'a choice' },
        { field: 'difficulty', value: 'easy', readAs: '0' },
      ],
    });
  });

  it('names row, line, column and value of a fault', async () => {
    const text = 'question,answer,level,category\n"a\nb",x,0,Science\nq,y,3,Science\n';
    const { rows } = await readAll(text);
    expect(rows[0]).toMatchObject({ row: 1, line: 2 });
    expect(rows[1]).toMatchObject({
      row: 2,
      line: 4,
      read: { faults: [{ field: 'level', value: '3', code: 'out_of_range' }] },
    });
  });

  it('takes levels, categories and columns as they are mapped', async () => {
    const mapping = {
      columns: { nr: 'external_id', comment: null },
      categories: { Space: 'Astronomy' },
      levels: { '3': 2 },
    } as const;
    const text = 'question,answer,category,level,nr,comment\nq,a,space,3,17,old\n';
    expect(await read(text, { mapping })).toMatchObject([
      { category: 'Astronomy', difficulty: 2, externalId: '17' },
    ]);
  });

  it('suggests a name for an unknown column', async () => {
    const text = 'question,answer,category,difficulty,source_id,dificulty\nq,a,Science,0,1,2\n';
    expect(await read(text)).toMatchObject([
      [
        { field: 'source_id', code: 'unknown_field', suggestion: 'Did you mean external_id?' },
        { field: 'dificulty', suggestion: 'Did you mean difficulty?' },
      ],
    ]);
  });
});

describe('other formats', () => {
  it('read a plain JSON array', async () => {
    const row = { question_text: 'q', correct_answer: 'a', category: 'Science', difficulty: 1 };
    expect(await read(JSON.stringify([row, { ...row, difficulty: '1' }]))).toMatchObject([
      { difficulty: 1 },
      [{ field: 'difficulty', value: '1', code: 'wrong_type' }],
    ]);
  });

  it('decode the Open Trivia Database', async () => {
    const result = {
      type: 'multiple',
      difficulty: 'hard',
      category: 'Entertainment: Music',
      question: 'Who sang &quot;R&eacute;sum&#039;&quot;?',
      correct_answer: 'A &amp; B',
      incorrect_answers: ['C'],
    };
    expect(await read(JSON.stringify({ response_code: 0, results: [result] }))).toMatchObject([
      {
        questionText: `Who sang "Résum'"?`,
        correctAnswer: 'A & B',
        category: 'General Knowledge',
        topicFocus: 'Music',
        difficulty: 2,
      },
    ]);
  });

  it('read GIFT', async () => {
    const text = `// a comment
$CATEGORY: $course$/Astronomy

::Q1:: Note: which planet is closest to the Sun?{
  ~Venus # no
  =Mercury # yes
  ~%-50%Earth
}

The Sun is a star.{T}

Two plus two equals {=four =4}.

Match. {=a -> b =c -> d}
`;
    expect(await read(text, { defaults: { difficulty: 0 } })).toMatchObject([
      {
        ...mercury,
        questionText: 'Note: which planet is closest to the Sun?',
        category: 'Astronomy',
      },
      { correctAnswer: 'True', incorrectAnswers: ['False'] },
      {
        questionText: 'Two plus two equals _____ .',
        correctAnswer: 'four',
        acceptedAnswers: ['4'],
      },
      [{ code: 'unsupported_type' }],
    ]);
  });

  it('read Aiken', async () => {
    const text = `${mercury.questionText}\nA) Venus\nB) Mercury\nC) Earth\nANSWER: B\n\nWhat?\nA. x\nANSWER: C\n`;
    expect(await read(text, { defaults })).toMatchObject([
      mercury,
      [{ code: 'incomplete', detail: 'ANSWER is C; the choices are A.' }],
    ]);
  });

  it('read Moodle XML', async () => {
    const text = `<?xml version="1.0"?><quiz>
<question type="category"><category><text>$course$/top/Astronomy</text></category></question>
<question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Which planet is closest to the Sun?</p>]]></text></questiontext>
<answer fraction="0"><text>Venus</text></answer><answer fraction="100"><text>Mercury</text></answer><answer fraction="0"><text>Earth</text></answer></question>
<question type="essay"><questiontext><text>Why?</text></questiontext></question></quiz>`;
    const { rows } = await readAll(text, { defaults: { difficulty: 1 } });
    expect(rows).toMatchObject([
      {
        line: 3,
        read: {
          question: { ...mercury, category: 'Astronomy', difficulty: 1 },
          notes: [{ value: 'HTML', readAs: 'plain text' }],
        },
      },
      { read: { faults: [{ code: 'unsupported_type', value: 'essay' }] } },
    ]);
  });

  const qtiItem = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a">
<responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration>
<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>${mercury.questionText}</prompt>
<simpleChoice identifier="A">Venus</simpleChoice><simpleChoice identifier="B">Mercury</simpleChoice><simpleChoice identifier="C">Earth</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
  const qtiEntry = `<qti-assessment-item identifier="b"><qti-response-declaration identifier="R" base-type="string"><qti-mapping><qti-map-entry map-key="York" mapped-value="1"/><qti-map-entry map-key="Yorkshire" mapped-value="1"/><qti-map-entry map-key="york" mapped-value="1"/></qti-mapping></qti-response-declaration>
<qti-item-body><p>Now is the winter of our discontent made glorious summer by this sun of <qti-text-entry-interaction response-identifier="R"/>.</p></qti-item-body></qti-assessment-item>`;

  it('read QTI items, alone and in a package', async () => {
    expect(await read(qtiItem, { defaults })).toMatchObject([mercury]);
    const archive = zipSync({
      'imsmanifest.xml': strToU8('<manifest/>'),
      'items/a.xml': strToU8(qtiItem),
      'items/b.xml': strToU8(qtiEntry),
    });
    expect(await read(archive, { defaults, chunkSize: 100 })).toMatchObject([
      mercury,
      { correctAnswer: 'York', acceptedAnswers: ['Yorkshire'], incorrectAnswers: [] },
    ]);
  });

  it('read Anki notes', async () => {
    const text =
      '#separator:tab\n#html:true\n#tags column:3\nWhich&nbsp;planet?<br>One.\tMercury\ttag\n';
    expect(await read(text, { defaults })).toMatchObject([
      { questionText: 'Which planet?\nOne.', correctAnswer: 'Mercury' },
    ]);
  });

  it('read a Markdown quiz', async () => {
    const text = `# Planets\n\nSome words.\n\n## ${mercury.questionText}\n\n- [ ] Venus\n- [x] Mercury\n- [ ] Earth\n`;
    expect(await read(text, { defaults })).toMatchObject([mercury]);
  });

  it('read the first sheet of a workbook', async () => {
    expect(
      await read(
        workbook([
          ['question', 'answer', 'level'],
          ['First landing?', 1969, 0],
        ]),
        { defaults },
      ),
    ).toMatchObject([{ questionText: 'First landing?', correctAnswer: '1969', difficulty: 0 }]);
  });
});

/** As small as a workbook can be. */
function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (value: string | number, at: string) =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const lines = rows.map(
    (cells, y) =>
      `<row r="${y + 1}">${cells.map((value, x) => cell(value, `${'ABCDEF'[x]}${y + 1}`)).join('')}</row>`,
  );
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook ${ns} xmlns:r="${rel}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet ${ns}><dimension ref="A1:F${rows.length}"/><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ),
  });
}
