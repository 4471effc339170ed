import { rowNamed, type Tool } from './tool.ts';

/** Tools that change nothing. */
export const readTools: readonly Tool[] = [
  {
    name: 'search_questions',
    title: 'Search questions',
    description:
      'Find questions by words, category, difficulty, topic, source or time. Without criteria it lists all. `page.total` counts the matches; pass `page.next_cursor` as `cursor` for the next page.',
    row: rowNamed('listQuestions'),
  },
  {
    name: 'get_question',
    title: 'Get a question',
    description:
      'One question by its id, with its answers and its version. Read it before you change it.',
    row: rowNamed('getQuestion'),
  },
  {
    name: 'count_questions',
    title: 'Count questions',
    description:
      'How many questions there are by category, difficulty, topic, source or month. Cheaper than a search when only numbers matter, and shows gaps of the bank.',
    row: rowNamed('countQuestions'),
  },
  {
    name: 'get_question_history',
    title: 'History of a question',
    description:
      'Every version of a question, newest first: who changed what and when. Also of deleted questions. Its versions can be restored.',
    row: rowNamed('getQuestionHistory'),
  },
  {
    name: 'advise_question',
    title: 'Check a question before saving',
    description:
      'Checks a new question, or changes of a stored one (with its `id`): broken rules, likely duplicates, flaws of style and choices. Stores nothing. Call it before creating or updating a question, and mend what it finds.',
    row: rowNamed('adviseOnQuestion'),
    bodyAs: 'question',
  },
  {
    name: 'list_analysis_types',
    title: 'Kinds of analyses',
    description:
      'The analyses that can be run, each with what it answers and the JSON Schema of its parameters.',
    row: rowNamed('listAnalysisTypes'),
  },
  {
    name: 'list_analyses',
    title: 'List analysis runs',
    description:
      'Runs of analyses, newest first, each with its status and summary. Use it to find a report that exists already before running an analysis again.',
    row: rowNamed('listAnalyses'),
    parameters: ['analysis_type', 'status', 'question_id', 'limit', 'offset', 'cursor'],
  },
  {
    name: 'get_analysis',
    title: 'Get an analysis run',
    description:
      'A run with its status, progress, summary and result. `limit` and `offset` page the items of the result.',
    row: rowNamed('getAnalysis'),
  },
  {
    name: 'compare_analyses',
    title: 'Compare two runs',
    description:
      'What changed between two runs of the same analysis type: figures, new findings and findings that are gone.',
    row: rowNamed('compareAnalyses'),
  },
];
