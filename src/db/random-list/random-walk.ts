import type { Page } from '../../domain/page.ts';
import type { QuestionFilter } from '../../domain/question-criteria.ts';
import type { Database } from '../database.ts';
import type { RandomPlace } from './random-cursor.ts';
import type { RandomOrder, Tops } from './random-order.ts';
import { probeStatement, surveyStatement } from './random-statements.ts';
import { cellsOf } from './slots.ts';
import { choosePage, type SurveyRow } from './survey.ts';

/** How one page is looked for. */
export interface Walk {
  readonly database: Database;
  readonly filter: QuestionFilter;
  readonly page: Page;
  readonly from: RandomPlace | null;
  readonly order: RandomOrder;
  readonly tops: Tops;
  /** The number of matches, if it is known. */
  readonly total: number | undefined;
  readonly wanted: number;
}

/** Slots that are looked up even in a small bank before all are read. */
const minProbes = 2000;
/** Looking up a slot takes so many times as long as reading one of all. */
const probeCost = 6;
const maxProbesAtOnce = 20_000;

/** Whether reading the slots of all matches is the smaller work; a search reads all matches anyway. */
export function isSurveyed(walk: Walk): boolean {
  const { filter, page, wanted } = walk;
  if (filter.search || filter.ids) return true;
  const density = densityOf(walk);
  const probes = (wanted + page.offset) / density;
  return probes > minProbes + (density * slotCount(walk)) / probeCost;
}

/** The slots of the page, from those of all matches. */
export async function surveySlots(walk: Walk): Promise<number[]> {
  const { database, filter, page, from, order, wanted } = walk;
  const rows = await database.query<SurveyRow & Record<string, unknown>>(
    surveyStatement(filter, cellsOf(filter)),
  );
  const { isBackward, offset } = page;
  return choosePage(rows, order, { from, isBackward, offset, limit: wanted });
}

/** The slots of the page, from those before it in the order. */
export async function probeSlots(walk: Walk): Promise<number[]> {
  const { database, filter, page, wanted } = walk;
  const batches = new Batches(walk);
  const found: number[] = [];
  let skipped = 0;
  while (found.length < wanted && !batches.isAtEnd) {
    const slots = batches.next(wanted - found.length + page.offset - skipped);
    const [row] = await database.query<{ slots: number[] }>(probeStatement(filter, slots));
    const taken = new Set(row?.slots);
    batches.note(taken.size);
    const existing = slots.filter((slot) => taken.has(slot));
    const passed = Math.min(page.offset - skipped, existing.length);
    skipped += passed;
    found.push(...existing.slice(passed, passed + wanted - found.length));
  }
  return found;
}

/** The next slots of the order, in batches that are likely to have as many matches as are missing. */
export class Batches {
  isAtEnd = false;
  readonly #slots: Generator<number>;
  #density: number;
  #size = 0;

  constructor(walk: Walk) {
    const { order, from, page, tops } = walk;
    this.#slots = order.walk(from, page.isBackward, tops);
    this.#density = densityOf(walk);
  }

  next(missing: number): number[] {
    // Slots without gaps need no reserve.
    const likely = this.#density === 1 ? missing : (missing / this.#density) * 1.2 + 8;
    const size = Math.min(maxProbesAtOnce, Math.ceil(likely));
    const batch: number[] = [];
    while (batch.length < size && !this.isAtEnd) {
      const { value, done } = this.#slots.next();
      if (done) this.isAtEnd = true;
      else batch.push(value);
    }
    this.#size = batch.length;
    return batch;
  }

  /** How many matches the last batch had. */
  note(matches: number): void {
    // A batch with few matches says little about the next one.
    const share = matches / Math.max(1, this.#size);
    this.#density = Math.max(this.#density / 4, Math.min(this.#density, share));
  }
}

/** The share of slots that are those of matching questions. */
function densityOf(walk: Walk): number {
  return walk.total === undefined ? 1 : Math.min(1, walk.total / Math.max(1, slotCount(walk)));
}

function slotCount({ tops }: Walk): number {
  let count = 0;
  for (const top of tops.values()) count += top + 1;
  return count;
}
