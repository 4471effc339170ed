/** Inflections that no rule gives; a line is one word. */
export const inflections = `
arise arose arisen
awake awoke awoken
bear bore borne bears
become became
bend bent
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred breeding
bring brought
burn burned burnt
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamed dreamt
drink drank drunk
drive drove driven
fall fell fallen
feel felt
flee fled
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
give gave given
goose geese
grind ground
grow grew grown
hang hung hanged
hear heard
hide hid hidden
hit hits hitting
hold held
keep kept
kneel knelt
knife knives
know knew
lay laid lays
leap leapt
learn learned learnt
leave left leaves
lose lost losing
mean meant
meet met
mouse mice
overcome overcame
overthrow overthrew overthrown
pay paid
ride rode ridden rider
ring rang rung
rise rose risen
run ran
see saw seen sees
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot
shrink shrank shrunk
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speed sped
spend spent
spill spilt
spin spun
spit spat
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought thinker
throw threw thrown
tooth teeth
undergo underwent undergone
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
wife wives
withdraw withdrew withdrawn
wolf wolves
`;
