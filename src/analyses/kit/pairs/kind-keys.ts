import { stemmer } from 'stemmer';
import type { ReadQuestion } from './read-question.ts';

/** Kinds that have kinds: of a Komodo dragon, a lizard and a reptile are both right. */
const general = new Set(
  (
    'animal creature bird fish mammal reptile amphibian insect arachnid crustacean mollusc mollusk invertebrate ' +
    'vertebrate dinosaur marsupial rodent primate ape monkey bear whale shark spider lizard snake frog dog hound ' +
    'terrier retriever spaniel cat horse deer antelope cattle plant tree shrub flower herb grass fruit berry nut ' +
    'vegetable legume rock stone mineral metal gas acid alcohol sugar protein fat drink spirit liquor wine beer food ' +
    'meat sausage cheese bread cake pasta soup stew sauce vehicle car ship boat plane aircraft train weapon gun sword ' +
    'instrument music dance song poem book game sport hat cloth fabric building house storm cloud star person human'
  )
    .split(' ')
    .map((word) => stemmer(word)),
);

/** Whether both ask what kind of thing something is, and their keys are two special ones: a warthog, a meerkat. */
export function areTwoKinds(one: ReadQuestion, other: ReadQuestion): boolean {
  return [one, other].every(
    ({ text, answer }) =>
      asksKind.test(text) && !general.has(answer.variants[0]?.words.at(-1) ?? ''),
  );
}

const asksKind = /\b(?:type|kind|sort|breed|species) of\b/;
