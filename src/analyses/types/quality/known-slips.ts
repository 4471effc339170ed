/**
 * Frequent slips, each with the word that is meant. They are corrected also where names may be
 * in lower case.
 */
const slips = `
abscence absence, absense absence, accademic academic, accomodate accommodate,
accomodation accommodation, accross across, acheive achieve, acheived achieved,
acheivement achievement, acording according, acquaintence acquaintance, actualy actually,
adn and, agression aggression, agressive aggressive, alot a lot, amatuer amateur, ammend amend,
ammended amended, anually annually, apparant apparent, appearence appearance,
archeaologist archaeologist, assasin assassin, assasinated assassinated,
assasination assassination, athiest atheist, availible available, basicly basically,
becomming becoming, becuase because, begining beginning, beleive believe, beleived believed,
boundry boundary, buisness business, catagory category, cemetary cemetery, charachter character,
charater character, childern children, collegue colleague, comittee committee,
commited committed, commitee committee, completly completely, concious conscious,
controversal controversial, contry country, counrty country, decendent descendant,
decendents descendants, definately definitely, definitly definitely, desparate desperate,
diffrent different, dilemna dilemma, disapear disappear, disapeared disappeared,
dissapear disappear, dissapeared disappeared, embarass embarrass, embarassing embarrassing,
enviroment environment, existance existence, exsist exist, exsistence existence,
familar familiar, finaly finally, foriegn foreign, fourty forty, freind friend, freinds friends,
goverment government, governer governor, guarentee guarantee, happend happened, harrass harass,
heirarchy hierarchy, hieght height, hte the, humerous humorous, immediatly immediately,
independant independent, inteligence intelligence, knowlege knowledge, langauge language,
liason liaison, libary library, lisence license, maintainance maintenance, manuever maneuver,
medeival medieval, millenium millennium, minature miniature, mispell misspell,
neccessary necessary, necesary necessary, nieghbor neighbor, noticable noticeable,
occassion occasion, occured occurred, occurence occurrence, occuring occurring, offical official,
orginal original, orginally originally, orginate originate, orginated originated,
orignal original, orignally originally, paralel parallel, parliment parliament,
particuarly particularly, peice piece, performence performance, personel personnel,
pharoah pharaoh, physicaly physically, posession possession, potatos potatoes,
prefered preferred, presidant president, privelege privilege, probaly probably,
proffesional professional, promiment prominent, pronounciation pronunciation, realy really,
reccomend recommend, recieve receive, recieved received, recieves receives, recieving receiving,
recomend recommend, refered referred, relased released, releated related, religous religious,
repitition repetition, resistence resistance, restaraunt restaurant, rythm rhythm,
scientits scientists, sentance sentence, seperate separate, seperated separated,
seperately separately, sieze seize, similiar similar, sincerly sincerely, speach speech,
strenght strength, succesful successful, succesfully successfully, successfull successful,
suprise surprise, surounded surrounded, teh the, temperture temperature, tendancy tendency,
theif thief, thier their, thsi this, tommorow tomorrow, tommorrow tomorrow, truely truly,
unforseen unforeseen, untill until, vaccum vacuum, vegatable vegetable, vehical vehicle,
villian villain, waht what, wehn when, whereever wherever, whith with, wich which, wierd weird,
writen written, writting writing, yeild yield
`;

export const knownSlips: ReadonlyMap<string, string> = new Map(
  slips
    .trim()
    .split(/,\s+/)
    .map((pair) => {
      const at = pair.indexOf(' ');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
);

/** Months and days, which have a capital anyway. */
export const capitalizedSlips: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ Janurary: 'January', Januray: 'January', Feburary: 'February', Febuary: 'February' },
    ...{ Febraury: 'February', Augest: 'August', Septemeber: 'September' },
    ...{ Setpember: 'September', Ocotber: 'October', Novemeber: 'November', Decemeber: 'December' },
    ...{ Tusday: 'Tuesday', Teusday: 'Tuesday', Wensday: 'Wednesday', Wendesday: 'Wednesday' },
    ...{ Wedensday: 'Wednesday', Thrusday: 'Thursday', Thurdsay: 'Thursday', Firday: 'Friday' },
    ...{ Satuday: 'Saturday', Saterday: 'Saturday', Saturady: 'Saturday' },
  }),
);
