import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { categories, categoryKeys, levelKeys } from '../parts/labels.tsx';
import { addressOf } from '../router.ts';
import type { ReportQuestion } from './report-data.ts';

/** Where a report is shown: on a page of the workbench, or in a file without scripts. */
export interface ReportPlace {
  /** Draws the plots; the page's own if absent. */
  readonly document?: Document;
  /** The address of the workbench, '' on its own pages; without one, nothing is linked. */
  readonly base: string | undefined;
  readonly isFile: boolean;
  /** Stores a suggested topic; missing for those who may not, and in a file. */
  readonly onAcceptTopic?: ((id: string, topic: string) => Promise<boolean>) | undefined;
  readonly questions: Readonly<Record<string, ReportQuestion>>;
}

export const ReportContext = createContext<ReportPlace>({
  base: undefined,
  isFile: true,
  questions: {},
});

/** The addresses of questions, or undefined where nothing can be linked. */
export function useLinks() {
  const { base } = useContext(ReportContext);
  const at = (address: string) => (base === undefined ? undefined : base + address);
  return {
    question: (id: string) => at(addressOf(`/questions/${id}`)),
    questions: ({ category, difficulty, topic, ids }: Criteria) =>
      at(
        addressOf('/questions', {
          category: categoryKeys.find((key) => categories[key] === category),
          level: difficulty === undefined ? undefined : levelKeys[difficulty],
          topic: topic ?? undefined,
          ids: ids?.join(','),
        }),
      ),
  };
}

interface Criteria {
  readonly category?: string | undefined;
  readonly difficulty?: number | undefined;
  readonly topic?: string | null | undefined;
  /** At most 100. */
  readonly ids?: readonly string[] | undefined;
}

export function useQuestions() {
  return useContext(ReportContext).questions;
}
