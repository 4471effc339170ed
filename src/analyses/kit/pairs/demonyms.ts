const pairs =
  'uk british|usa american|france french|germany german|italy italian|spain spanish|portugal portuguese|' +
  'netherlands dutch|belgium belgian|switzerland swiss|austria austrian|poland polish|czechia czech|' +
  'hungary hungarian|romania romanian|bulgaria bulgarian|greece greek|russia russian|ukraine ukrainian|' +
  'sweden swedish|norway norwegian|denmark danish|finland finnish|iceland icelandic|ireland irish|' +
  'england english|scotland scottish|wales welsh|prc chinese|japan japanese|india indian|egypt egyptian|' +
  'brazil brazilian|argentina argentine|argentina argentinian|mexico mexican|canada canadian|chile chilean|' +
  'peru peruvian|colombia colombian|cuba cuban|jamaica jamaican|australia australian|iran persian|iran farsi|' +
  'iran iranian|iraq iraqi|israel israeli|turkey turkish|kenya kenyan|nigeria nigerian|ethiopia ethiopian|' +
  'africa african|europe european|asia asian|thailand thai|vietnam vietnamese|korea korean|' +
  'south_africa south_african|rome roman|serbia serbian|croatia croatian|slovakia slovak|slovenia slovenian|' +
  'albania albanian|lithuania lithuanian|latvia latvian|estonia estonian|morocco moroccan|algeria algerian|' +
  'tunisia tunisian|libya libyan|syria syrian|lebanon lebanese|pakistan pakistani|indonesia indonesian|' +
  'malaysia malaysian|philippines filipino|venezuela venezuelan|bolivia bolivian|ecuador ecuadorian|' +
  'ussr soviet|suriname surinamese|nepal nepalese|uruguay uruguayan|paraguay paraguayan|panama panamanian|ghana ghanaian|uganda ugandan|tanzania tanzanian|zimbabwe zimbabwean|mongolia mongolian|afghanistan afghan|armenia armenian|georgia georgian|sudan sudanese|senegal senegalese|malta maltese|cyprus cypriot|haiti haitian|guatemala guatemalan|nicaragua nicaraguan|cambodia cambodian|bangladesh bangladeshi|kuwait kuwaiti|jordan jordanian|somalia somali|zambia zambian|madagascar malagasy|taiwan taiwanese|prussia prussian|' +
  'kazakhstan kazakh|uzbekistan uzbek|kyrgyzstan kyrgyz|tajikistan tajik|turkmenistan turkmen|azerbaijan azerbaijani|belarus belarusian|moldova moldovan|bosnia bosnian|macedonia macedonian|montenegro montenegrin|kosovo kosovar|luxembourg luxembourgish|myanmar burmese|laos laotian|bhutan bhutanese|oman omani|qatar qatari|bahrain bahraini|yemen yemeni|uae emirati|angola angolan|cameroon cameroonian|congo congolese|rwanda rwandan|mozambique mozambican|namibia namibian|botswana botswanan|malawi malawian|liberia liberian|eritrea eritrean|honduras honduran|belize belizean|barbados barbadian|guyana guyanese|fiji fijian|samoa samoan|tonga tongan|singapore singaporean|maldives maldivian|seychelles seychellois|mauritius mauritian';

const countries: ReadonlyMap<string, string> = new Map(
  pairs.split('|').map((pair) => {
    const [country = '', demonym = ''] = pair.split(' ');
    return [demonym, country];
  }),
);

/** France for French: a question may name the country or its people. */
export function countryOf(word: string): string {
  const known = countries.get(word);
  if (known !== undefined || !word.endsWith('s')) return known ?? word;
  return countries.get(word.slice(0, -1)) ?? word;
}

const others =
  'afghanistan andorra angola armenia azerbaijan bahamas bahrain bangladesh barbados belarus belize benin ' +
  'bhutan bosnia botswana brunei burundi cambodia cameroon chad comoros congo cyprus djibouti dominica ' +
  'eritrea eswatini fiji gabon gambia georgia ghana grenada guatemala guinea guyana haiti honduras jordan ' +
  'kazakhstan kiribati kosovo kuwait kyrgyzstan laos lesotho liberia liechtenstein luxembourg madagascar ' +
  'malawi maldives mali malta mauritania mauritius micronesia moldova monaco mongolia montenegro mozambique ' +
  'myanmar namibia nauru nepal nicaragua niger oman palau panama paraguay qatar rwanda samoa senegal ' +
  'seychelles singapore somalia sudan suriname taiwan tajikistan tanzania togo tonga tuvalu uganda uruguay ' +
  'uzbekistan vanuatu yemen zambia zimbabwe drc uae ussr america antarctica oceania ' +
  'czechoslovakia yugoslavia prussia ' +
  // The last words of longer names: New Zealand, Saudi Arabia, Burkina Faso.
  'zealand arabia salvador rica lanka leone faso macedonia marino tobago barbuda divoire verde bissau vatican';

const places: ReadonlySet<string> = new Set([...countries.values(), ...others.split(' ')]);

/** Whether a text names a country or a continent. */
export function isCountry(forms: readonly string[]): boolean {
  return forms.length > 0 && forms.length <= 3 && places.has(countryOf(forms.at(-1) ?? ''));
}

/** Whether a word names a country, a continent or its people, in any case. */
export function isPlace(country: string): boolean {
  return places.has(country);
}
