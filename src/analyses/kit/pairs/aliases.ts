/**
 * Names of one thing, the form they are compared in first. Numbers are digits already, and letters
 * have no marks. Abbreviations of up to three letters count only in capitals: "us" is a pronoun.
 */
const names = `
uk|united kingdom|great britain|britain|united kingdom of great britain and northern ireland|gb
usa|united states of america|united states|us of a|america|us
ussr|soviet union|union of soviet socialist republics|soviet russia
uae|united arab emirates
prc|peoples republic of china|people republic of china|china
russia|russian federation
netherlands|holland
myanmar|burma
czechia|czech republic
cote divoire|ivory coast
eswatini|swaziland
cabo verde|cape verde
timor leste|east timor
turkey|turkiye
drc|democratic republic of congo|democratic republic of the congo|dr congo|zaire
south korea|republic of korea
north korea|democratic peoples republic of korea
iran|persia|islamic republic of iran
unit|si unit|si base unit|si derived unit
sri lanka|ceylon
thailand|siam
ethiopia|abyssinia
istanbul|constantinople
mumbai|bombay
kolkata|calcutta
chennai|madras
beijing|peking
guangzhou|canton
ho chi minh city|saigon
st petersburg|saint petersburg|leningrad
volgograd|stalingrad
oslo|christiania
chisinau|kishinev
ulaanbaatar|ulan bator
ashgabat|ashkhabad
tehran|teheran
kyiv|kiev
astana|nur sultan
nuuk|godthab|godthaab
yangon|rangoon
dhaka|dacca
gdansk|danzig
bratislava|pressburg
tallinn|reval
thessaloniki|salonika|salonica
izmir|smyrna
harare|salisbury
maputo|lourenco marques
kinshasa|leopoldville
isla de la juventud|isle of youth|isle of pines
antananarivo|tananarive
nicosia|lefkosia
the hague|den haag
munich|munchen|muenchen
cologne|koln|koeln
nuremberg|nurnberg|nuernberg
vienna|wien
zurich|zuerich
geneva|geneve
prague|praha
warsaw|warszawa
copenhagen|kobenhavn
gothenburg|goteborg
lisbon|lisboa
seville|sevilla
rome|roma
florence|firenze
venice|venezia
naples|napoli
milan|milano
turin|torino
brussels|bruxelles
antwerp|antwerpen
moscow|moskva
bucharest|bucuresti
belgrade|beograd
athens|athina
new york city|nyc|new york new york
los angeles|la california|los angeles california
washington dc|washington district of columbia
vatican city|vatican|holy see|vatican city state
un|united nations
eu|european union
nato|north atlantic treaty organization
nasa|national aeronautics and space administration
fbi|federal bureau of investigation
cia|central intelligence agency
imf|international monetary fund
wto|world trade organization
opec|organization of the petroleum exporting countries
bbc|british broadcasting corporation
nba|national basketball association
nfl|national football league
nhl|national hockey league
mlb|major league baseball
formula 1|f1
mvp|most valuable player
oscar|academy award|academy awards|oscars
emmy|emmy award|emmy awards|emmys
grammy|grammy award|grammy awards|grammys
olympics|olympic games
summer olympics|summer olympic games|summer games
winter olympics|winter olympic games|winter games
prime minister|pm
vice president|vp
ceo|chief executive officer|chief executive
raf|royal air force
gps|global positioning system
iq|intelligence quotient
uv|ultraviolet
fifa world cup|soccer world cup|football world cup
world war 1|1th world war|ww1|wwi|great war|world war one
world war 2|2th world war|ww2|wwii|world war two
martin luther king|mlk|martin luther king jr|martin luther king junior
john f kennedy|jfk|john fitzgerald kennedy
franklin d roosevelt|fdr|franklin delano roosevelt
lyndon b johnson|lbj|lyndon baines johnson
muhammad ali|cassius clay
pele|edson arantes do nascimento
mark twain|samuel clemens|samuel langhorne clemens
george orwell|eric arthur blair|eric blair
lewis carroll|charles lutwidge dodgson|charles dodgson
dr seuss|theodor seuss geisel
mother teresa|mother theresa
jk rowling|joanne rowling|joanne kathleen rowling|j k rowling
jrr tolkien|john ronald reuel tolkien
mona lisa|la gioconda|la joconde
dna|deoxyribonucleic acid
rna|ribonucleic acid
hiv|human immunodeficiency virus
aids|acquired immune deficiency syndrome
co2|carbon dioxide
h2o|water
nacl|sodium chloride|table salt
hcl|hydrochloric acid
h2so4|sulfuric acid
cpu|central processing unit
ram|random access memory
html|hypertext markup language|hyper text markup language|hypertext mark up language
soybean|soya bean|soy bean|soya
http|hypertext transfer protocol
www|world wide web
usb|universal serial bus
pc|personal computer
television|tv|telly
father|dad|daddy
mother|mom|mum|mommy
mt|mount
st|saint|ste|sainte
dr|doctor
mr|mister
jr|junior
ft|foot|feet
inch|inches
mi|mile|miles
km|kilometer|kilometers|kms
m|meter|meters
cm|centimeter|centimeters
mm|millimeter|millimeters
kg|kilogram|kilograms|kilo|kilos|kgs
g|gram|grams
mg|milligram|milligrams
liter|liters
ml|milliliter|milliliters
lb|lbs
mph|miles per hour|miles an hour
kph|kilometers per hour|kmh|kmph
celsius|degree celsius|degrees celsius|degree c|degrees c|centigrade|degrees centigrade
fahrenheit|degree fahrenheit|degrees fahrenheit|degree f|degrees f
percent|per cent|percentage points
hour|hours|hrs
minute|minutes
sec|seconds
day|days
week|weeks
month|months
year|years|yrs
jan|january
feb|february
apr|april
aug|august
sep|sept|september
oct|october
nov|november
dec|december
abbreviation|stand for|stands for|stood for|short for
soccer|association football
petrol|gasoline
airplane|aeroplane|aircraft
tonne|metric ton|metric tons|tonnes
populous|most populous|most populated|largest population|biggest population|highest population|greatest population|most inhabitants|the most people
bc|bce|before christ|before common era
ad|anno domini|common era
rubiks cube|rubik cube
santa claus|father christmas
bible|holy bible
koran|quran|qur an
mohammed|muhammad|mohammad|mahomet
gaddafi|qaddafi|gadhafi|kadafi
tchaikovsky|chaikovsky|tschaikowsky
dostoevsky|dostoyevsky|dostoevski|dostoyevski
tolstoy|tolstoi
khrushchev|khruschev|kruschev
hanukkah|chanukah|hanukah
covid|covid 19|coronavirus disease
mao zedong|mao tse tung
chiang kai shek|jiang jieshi
euro|eur
pound sterling|gbp|british pound
yen|jpy|japanese yen
swiss franc|chf
`;

/** [form, ...other names] */
export const aliases: readonly (readonly string[])[] = names
  .trim()
  .split('\n')
  .map((line) => line.split('|'));
