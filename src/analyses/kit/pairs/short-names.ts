import { stemmer } from 'stemmer';

/** First names, each with what people who have it are called. */
const lines = `
donald don donnie|william bill billy will willie|robert bob bobby rob robbie|richard dick rick ricky rich
james jim jimmy jamie|john johnny jack|joseph joe joey|charles charlie chuck|michael mike mick mickey
thomas tom tommy|edward ed eddie ted teddy|theodore ted teddy theo|david dave davy|daniel dan danny
matthew matt|anthony tony|andrew andy drew|steven steve|stephen steve|christopher chris kit|kenneth ken kenny
ronald ron ronnie|gregory greg|jeffrey jeff|timothy tim|benjamin ben benny|samuel sam sammy|lawrence larry
francis frank|franklin frank|alexander alex|nicholas nick|patrick pat paddy|peter pete|raymond ray|walter walt
leonard len lenny leo|leo lev|philip phil|gerald gerry jerry|jerome jerry|frederick fred freddie|albert al bert
alfred al alf|arthur art|douglas doug|dwight ike|henry hank harry|harold harry hal|vincent vince|vladimir volodya
elizabeth liz beth betty|margaret maggie peggy|katherine kate kathy katie|catherine kate cathy|susan sue
jennifer jen jenny|jessica jess|rebecca becky|patricia pat patty|barbara barb|deborah debbie|victoria vicky
amanda mandy|christine chris|samantha sam|alexandra alex|josephine jo|dorothy dot
`;

const shortNames: ReadonlySet<string> = new Set(
  lines
    .trim()
    .split(/[\n|]/)
    .flatMap((line) => {
      const [name = '', ...others] = line.split(' ');
      return others.flatMap((other) => [`${name} ${other}`, `${stemmer(name)} ${stemmer(other)}`]);
    }),
);

/** Donald and Don. */
export function isShortName(one: string, other: string): boolean {
  return shortNames.has(`${one} ${other}`) || shortNames.has(`${other} ${one}`);
}

/** Nouns that names end or begin with, and that are left out where the rest is enough: "the Uffizi (Gallery)". */
const genericNames = new Set(
  (
    'gallery museum palace castle tower bridge cathedral church abbey temple stadium park square street avenue ' +
    'ocean sea lake river mount mountain mountains island islands peninsula desert falls canal strait bay gulf ' +
    'republic kingdom empire dynasty city state county province prime minister president chancellor senator ' +
    'award prize cup championship trophy medal olympics games university college school institute company ' +
    'corporation orchestra band club football novel film movie series show album lp song symphony opera television ' +
    'tv king queen emperor pope sir dame lord lady captain professor doctor dr general battle war treaty revolution'
  ).split(' '),
);

export function isGenericName(form: string): boolean {
  return genericNames.has(form);
}
