/** British spellings whose American form no rule below yields. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'grey gray|tyre tire|kerb curb|programme program|cheque check|plough plow|aluminium aluminum|' +
    'jewellery jewelry|moustache mustache|pyjamas pajamas|sceptical skeptical|storey story|' +
    'maths math|mum mom|defence defense|offence offense|licence license|practise practice|' +
    'centre center|theatre theater|metre meter|kilometre kilometer|centimetre centimeter|' +
    'millimetre millimeter|litre liter|fibre fiber|sabre saber|sombre somber|spectre specter|' +
    'catalogue catalog|dialogue dialog|analogue analog|travelled traveled|traveller traveler|' +
    'cancelled canceled|labelled labeled|modelled modeled|marvellous marvelous|foetus fetus|' +
    'manoeuvre maneuver|diarrhoea diarrhea|oesophagus esophagus|oestrogen estrogen|' +
    'encyclopaedia encyclopedia|mediaeval medieval|anaemia anemia|leukaemia leukemia|' +
    'paediatric pediatric|archaeology archeology|haemoglobin hemoglobin|caesium cesium|' +
    'axe ax|doughnut donut|whisky whiskey|yoghurt yogurt|omelette omelet|tsar czar'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

const colorLike =
  /^(col|hon|lab|harb|neighb|flav|fav|hum|rum|vap|arm|behavi|endeav|sav|sp|od|parl|ard|glam|tum|val|vig|ranc|splend|cand|clam|ferv)our/;

/** A cheap necessary condition of the rules. */
const mayBeBritish = /our|is[eai]|yse|^sulph/;

/** One of the spellings that English has for a word; the result is only for comparison. */
export function americanSpelling(word: string): string {
  if (word.length < 3) return word;
  const known = irregular.get(word);
  if (known !== undefined) return known;
  const plural = word.endsWith('s') ? irregular.get(word.slice(0, -1)) : undefined;
  if (plural !== undefined) return `${plural}s`;
  if (!mayBeBritish.test(word)) return word;
  return word
    .replace(colorLike, '$1or')
    .replace(/^sulph/, 'sulf')
    .replace(/(?<=.{3})is(e|ed|es|ing|er|ers|ation|ations)$/, (all, end: string) =>
      keepsS.test(word) ? all : `iz${end}`,
    )
    .replace(/(?<=.{3})yse(d|s)?$/, 'yze$1');
}

/** Words that end in -ise and its forms in every kind of English. */
const keepsS =
  /(?:pr|r|w|gu|no|po|pa|advert|adv|comprom|exerc|superv|surpr|telev|rev|dev|franch|merchand|desp|disgu|enterpr|prom|ra|bru|cru|tort|expert|prec|conc|par|prem|demi|cerv|v|m)is(?:e|ed|es|ing|er|ers|ation|ations)$/;
