import { countryOf, isPlace } from './demonyms.ts';
import type { ReadStem } from './read-question.ts';
import type { Rest } from './rest-words.ts';

/** "Who wrote Emma?" and "Emma is a novel by which author?": who made a work of one name. */
export function askForSameMaker(one: ReadStem, other: ReadStem, { left, right }: Rest): boolean {
  if (!asksForMaker(one) || !asksForMaker(other)) return false;
  const rest = [...left, ...right];
  return rest.every(({ kind, form }) => kind !== 'name' && !contributions.has(form));
}

function asksForMaker({ text, content }: ReadStem): boolean {
  const isNamed = content.some(({ kind, form }) => kind === 'name' && !isPlace(countryOf(form)));
  return isNamed && (makes.test(text) || isMadeBy.test(text));
}

const makes =
  /\b(?:who|(?:which|what) (?:\S+ ){1,3}?)(?:(?: |\b)(?:is|was) the (?:author|painter|composer|director|sculptor) of| ?\b(?:wrote|write|penned|authored|painted|composed|directed|sculpted|created)\b)/;

const isMadeBy =
  /\b(?:written|penned|authored|painted|composed|directed|sculpted|created|work|book|novel|poem|play|painting|fresco|masterpiece|sculpture|statue|opera|ballet|symphony|concertos?|film|movie|is|was) (?:by|of) (?:which|what|whom|whose)\b/;

/** Others may have added them. */
const contributions = new Set(
  'music score soundtrack lyrics libretto screenplay script story theme foreword preface translation cover sequel remake version first last adaptation character characters'.split(
    ' ',
  ),
);
