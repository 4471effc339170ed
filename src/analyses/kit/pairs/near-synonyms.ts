import { meaningOf } from './synonyms.ts';

/**
 * Words of one line can stand for each other in some questions and not in others: "released" and "launched"
 * of a telephone, not of a prisoner. They match where nothing else does, and where the answers differ only if
 * the whole questions mean the same.
 */
const lines = `
release launch debut premiere introduce publish unveil issue
hold host happen stage
win receive earn gain claim
give grant award present
lead head command govern rule
rule reign govern
begin open outbreak
end close
complete finish
fall collapse
destroy demolish ruin
erect open inaugurate
act play star role perform
sing perform record
hero protagonist
villain antagonist
baby young infant newborn offspring
study science branch field discipline
deal concern
component ingredient constituent part
compound substance material
purpose function
field area
picture painting portrait artwork
statue sculpture
museum gallery
building structure
mountain peak summit
island isle
coast shore
forest wood
river stream
state condition
separate divide split
connect link join
surround enclose
orbit circle revolve
rotate spin
absorb soak
emit radiate
breathe inhale
attack assault
surrender capitulate
declare proclaim announce
ban prohibit outlaw forbid
leave quit exit
join enter
unite unify
crown coronation
exile banish
succeed replace follow
nickname alias moniker
pseudonym alias
title championship trophy cup
title name
player athlete footballer
stadium arena venue
sport game
coach manager
astronaut cosmonaut
king monarch
country land state
price cost
salary wage
faith religion
holy sacred
annual yearly
distance far
duration long last
speed fast
velocity speed
temperature hot
cartoon animate
genre style
track song single
album record
website site
software program application
enemy foe
pet animal
dish meal food
flavor taste
region area
phrase expression saying
visible see
kill execute
depict show portray
describe define
contain have
carry transport
travel go fly
reach arrive
visit tour
spend cost
scientist physicist chemist biologist researcher
artist painter sculptor
musician singer artist
pupil student
teacher tutor
soldier warrior
explorer navigator
thinker philosopher
official standard
ordinary normal standard
`;

const groupsOf = new Map<string, number[]>();
for (const [at, line] of lines.trim().split('\n').entries()) {
  for (const word of new Set(line.split(' ').map(meaningOf))) {
    groupsOf.set(word, [...(groupsOf.get(word) ?? []), at]);
  }
}

export function isNearSynonym(one: string, other: string): boolean {
  const groups = groupsOf.get(other);
  return (
    groups !== undefined && (groupsOf.get(one)?.some((each) => groups.includes(each)) ?? false)
  );
}
