/**
 * The words of 48,000 trivia questions (OpenTDB, OpenTriviaQA, NQ-open, WebQuestions) by how many of the
 * questions have them: more than 1 in 100, in 250, in 670 and in 1,700. A word that so many questions have
 * says little about any of them; all others are rare.
 */
const bands: readonly (readonly [number, string])[] = [
  [
    0.3,
    `
film name series perform hi act song many charact win year game record band country write use book appear
sing make most large begin famous her city contain about born die earth hit all dure member plai album time
popular after word team mean last located state speak live end found happen music lead episod kill season
take out part animal up player befor main long accord other
`,
  ],
  [
    0.45,
    `
create tall dai direct capit becam like him work marry line produce real anim color true star fight nicknam
new old lyric countri over find love famili run car life best war statement base voic form presid my see
symbol great artist protagonist me nation becom role between comedi offici father build school leave more
currency fiction set home stori open friend invent company former island small human said soccer while caus
singl back bodi major same becaus us much wife children career through young want job develop refer receiv
know hold air femal complet head date wear son near woman centuri system under final right child girl eponym
around place off onc musician planet down abbreviation mother hous rule meet brother give lose dog govern
design event prize differ quot sport list now
`,
  ],
  [
    0.6,
    `
both common h2o land power eat shoot help tell stone colleg ag histori top classic univers weapon turn point
sea period wai think defeat daughter serv discover organ tournament food each night tool tradit against
debut river look move everi success later multiply host offic theme break littl introduc well until king
studi speci ship flag men area publish fear paint border earli white chang boi score cat god anoth buy
letter red dont danc relat cover sister fly repres televis sai sound own side attack blood babi disease go
ancient gener science women version dollar alwai basebal compose law elect even sell reach full origin need
hand nomin celebr race get percent sever black associ forc fire moon heart video bring drink believ import
put month contin element good next comput natur medic populous drama husband ask horror grow comic among
walk drive villain join fall cast fast heavy modern parent center involv travel order talk program mytholog
awai tree posit coach middl polit male opera plant miss cartoon magazin phrase ey due special model present
result ft short exist himself mountain favorit religion unit legend profession attend try although save
still light control holiday half level inspir basketbal rise parti stop comedian carri class figur better
code object beauti blue keep space region late person piec oper train reason gold de your poem gui too
militari hero effect produc feel student claim depict constitut rank decide almost ladi deriv map art bowl
atom scene clip send return john board self face engin field rapper stage condit independence histor green
stand rich explore visit cup hair howev bear sinc destroy launch pair possibl activ along pass share
territori bird abil ring manag style teacher radio box room entir hot studio cell ball sometim enter western
st station least initi hors tri hear declar romant rais few dream pick invade detect dr leagu describ provid
boss read adopt catch case wrong soundtrack intern drop action door shape mark pilot commerci plane track
street dish total graduat collect let prison armi flower ad week suffer stai test steal coloni follow mi
monster ic hour across super allow citi
`,
  ],
  [
    0.8,
    `
draft todai command product girlfriend report heard mention wonder south sentenc upon bomb wed pet sourc
type cut prepar attempt metal interest didnt twin movement cross premier breed theori genr current item
driver fame fish sun poet gain store guitarist polic guitar fashion solo mom orbit trade jazz vote ceremoni
pay chemic problem express issu come chart connect coupl non pitcher surfac anthem ride achiev free dad
thing crime dress crash fruit process statu teach speed lake theater electr size ban hard playabl court arm
servic secret counti probabl within cloth futur motto soap throw apart doubl wrestler partner support
ingredi north public defin physic franchis pop spend relationship screen goal brand airwav civil cant behind
summer duo scientist squar outsid rate per tenni governor egg again tooth dinosaur philosoph roll deliv
alcohol industri front zone experi honor church sit tabl requir replac ghost park mind measure abl restaur
wild hide earn rememb drug mission do fill combin airplan reveal throughout retire campaign bill practic
adapt enemi beer learn separ plan nativ watch oil degre dark remain queen far guest odd offer bad idea accid
minut defens strike michael surviv escap goddess commun soul busi skin step altern electron insid influenc
everyon opposit soldier burn bar past songwrit agent spot recogn grind care adventur machin prior eventu
possess giant mass announc winter leg choose evil medal mascot coin protect birthdai round gang deal ga
divid victori lawyer cultur emperor fan im vehicl perfect stadium subject tale promin glass empir religi
strong vitamin witch senat function mammal meat crew crimin peak provinc athlet buri bone els pictur nba
captur georg km mostli adult low bank sink treat instead doesnt vampir signific consecut fairi arrest he
project critic domin gonna observ categori talent decad spell chocol west diamond pitch accept kiss structur
thriller jump sleep themselv alien strip unusu market hunt toi superhero correctli draw prime that noth lot
deep suppos regard southern sail label brain bat fantasi magic tv kei minist ballad contest quit certain
tour network credit slogan mathematician whole cancer substanc york below visibl flow notabl lion boyfriend
concern expand refus captain less coffe teenag kingdom mine charg hotel desert bite purpos tiger pirat
villag ago literari man nuclear paper liter depart select airport belong chain commit citizen though tattoo
properti characterist influenti cours fact hockei nfl east presidenti bush educ muscl christma drummer milk
rest particip central snake golf era hospit seat kennedi inform entertain arrive extinct republ tear toward
sibl signatur search beach besid mysteri meal quarterback evolv mr disord pound annual cold ex boat distinct
actual disast nearli sequel seem gift surnam road health volcano touch coronation victim chees legal eleph
cake coast similar remak acid format wall variou uniqu sugar william spinoff cost shark branch hop guess
tribe contribut site morn fi rap grand equal bridg listen smoke assist obama doll neighbor memori social
shop wave engag earthquak abov imag choic rang troop mathemat port doctor collabor la newspap brown
temperatur fail succeed voyag spirit appl pain cousin note turtl suicid method astronaut snow throne sci
dedic worldwid either superbowl wit block cook da affect plot copi local lover royal maximum hip enough
interview sculpt poison add sweet audio behavior hill washington li materi trilogi mid execute grai basic
explain alongsid resembl alphabet lay van smash remov hope scale alon gross induct rabbit medicin translat
tragic atmospher definit demon genet estim northern controversi master mix diet classifi increas photograph
valu bright pull understand ident view haunt inch soon tower rel judg constant punk distanc anti mental
rescu blow wish sky channel pseudonym appli fine wait denot shown jackson switch dragon passeng energi
concert pretti card monarch institut numer wasnt olymp extrem oh orang advertis vers character hang vice san
narrat attract piano suit silver prove turkei peac tom dancer bed contract encount continu folk prevent jame
timezon appoint chess link crush root compar politician wine playoff angel florida stick exclus ear harri
highli hate submarin fox forget pink gone terrorist soft patient sequenc swim breath strang floor revolut
affair privat guard post everyth formula admit consumpt poor headquart string climb messag utter pig serial
oppon jack there uniform aint complex infam tea realiti minor hire dynasti techniqu fat eastern loss lower
essenti chapter aliv clone close alli nose rain dinner
`,
  ],
];

const weights = new Map(
  bands.flatMap(([weight, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, weight] as const),
  ),
);

/** How much a word says about a question, by its meaning: 0.3 for the most common ones, 1 for rare ones. */
export function wordWeight(meaning: string): number {
  return weights.get(meaning) ?? 1;
}

export function isRareWord(meaning: string): boolean {
  return !weights.has(meaning);
}
