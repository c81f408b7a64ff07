/**
 * Words that common passwords are made of, in lower case and without the digits and signs that people put around or
 * into them: "P@ssw0rd123!" is found as "password".
 */
const WORDS = `
abc abcabc abcd abcde abcdef abcdefg abcdefgh access account action adgangskode admin administrador administrator adobe
adrian aezakmi airborne alejandra alejandro alexander alexandra alexis alpha america american amigos amorcito anderson
andrea andrew andromeda angel angelica angelina angels animal anthony apple apples aquarius arsenal asdf asdfasdf asdfg
asdfgh asdfghjk asdfghjkl asdfjkl ashley aspire assword atlanta austin autumn avatar azerty azertyui azertyuiop babygirl
babylove backup badboy bailey baller banana bananas bandit barcelona baseball basketball basket batman beautiful beaver
benfica benjamin bestfriend bettyboop beyonce bigdaddy bigdog billabong birthday biteme blahblah blessed blessing blink
blondie bluebird blueeyes bonjour booboo booger boomer boston brandon brasil braves brayan brazil brittany broncos
brooklyn buddy bubbles bulldog bullshit buster butter buttercup butterfly california calvin camaro cameron canada
canela capricorn captain carlos carolina caroline casper cassie celtic chacha challenger champion changeit changeme
change changepassword charles charlie charlotte cheche cheese chelsea cherry chester chevrolet chevy chicago chicken
chiquita chivas chocolate chocolat chopper chris christian christina christine christmas christopher cinderella claudia
clave clavesecreta clemson cocacola coffee company compaq computadora computer consumer contrasena contraseña cookie
cookies cooper copper corazon corvette cosworth courtney cowboy cowboys cricket cristian cristiano crystal cupcake
daddysgirl daisy dakota dallas daniel daniela danielle darkness database david dearbook december default deftones
demo denise derrick desperado destiny deutschland diablo diamond diana dickhead digital disney dodgers dolphin dolphins
dominic donald dontknow dragon dragonball dragons dreamer dreams drowssap eagle eagles eastside eclipse eduardo einstein
elephant elizabeth emmanuel eminem employee enter estrella estrellita evaluation evaluator everton excalibur explorer
facebook falcon falcons family fantasy felicidad fender fernanda fernando ferrari fiesta fireball firebird firefly
firefox first flamengo florida flower flowers football foobar forever formula fountain francesca francisco frank
freddy freedom freepass friday friend friends friendster fuckoff fuckyou futbol gabriel gabriela galaxy gandalf garden
garfield gateway generic genesis george gerald gfhjkm giants ginger giovanni goddess godzilla golden goldfish golfer
google gothic gracie grandma greenday guadalupe guest guinness guitar gunner hallo halloween hamster hannah happy
happyday hardcore harley harleydavidson harrypotter hawaii heather heaven hejsan hello helloworld helpdesk helpme
hentai hercules hermione hockey holiday hollywood homer honda honey hongkong horses hotdog hotmail house houston hunter
iceman ihateyou iloveu iloveyou iloveyousomuch iluvu iluvyou imissyou india infinity inicio insane internet ireland
isabella isabelle israel italia iverson jackass jackie jackson jaguar jamaica james jasmine jason jasper javier jayden
jeffrey jennifer jeremy jessica jesus jesuschrist jesusislord jonathan jordan joseph joshua juliana junior justice
justin justinbieber juventus kamikaze katherine katie kawasaki kennwort kenneth killer king kingdom kitten kitty
knight kobebryant kristen lacoste ladybug lakers landlord lasvegas lauren legend leonardo letmein letmeinn letmeinnow
letmesee liberty lifehack lifesucks lineage linkinpark liquid little liverpool logan login london lovebug loveless lovely
loveme lover loverboy lovers loveyou lucky lucky7 maddog madison madrid maganda maggie magic magnum manager manchester
marcus margarita maria mariana marina marine mariposa marlboro marseille martin martina maserati master matrix matthew
maverick maxwell mazda mcdonalds melissa member mercedes merlin metallica mexico michael michele michelle mickey
midnight miguel miller million minecraft minnie mistress mjordan monday monica monkey monster montana morgan motdepasse
motorola mountain mozart muffin mustang myspace nascar natalie natasha nathan naruto network newpass newpassword newyork
nicholas nicole nigger nightmare nintendo nirvana nissan nokia nothing november nowayout number october office oliver
olivia onelove online orange orlando p4ssword pakistan paladin pamela pantera panther panthers paradise parola parol
pass passpass passw passwd passme passwort passphrase password passwordpassword passwords patches patricia patrick
peaches peanut pebbles penguin pepper peregrin perfect performance personal phantom philadelphia philip phoenix photos
pikachu pimpin pineapple pink pirate pissoff platinum playboy player playstation please poiuyt poiuytrewq pokemon
police poohbear pooper popcorn porsche portugal precious presario prince princesa princess private prodigy profile
puppies purple qazqaz qazwsx qazwsxedc qazxsw qwaszx qwe qweasd qweasdzxc qweqwe qwer qwert qwerty qwertyqwerty qwertyu
qwertyui qwertyuio qwertyuiop qwertz qwertzuiop rachel racing raiders rainbow ranger rangers rapture raymond realmadrid
rebecca rebel rebelde redskins redsox reset richard ricardo rivers robert robinson rockstar rockon rockyou rolltide
romance ronaldo root rootroot rosebud royals running russell sabrina sailor sakura salasana samantha samson samsung
samuel sanchez sandra santiago sarah saturn savannah scarface school scooter scorpio scorpion scotland scooby sebastian
secret secreto seguridad senha senior september sergey service sesame sexy sexybitch sexygirl shadow shannon sharon
shelby sierra silver simple simpsons skate skater skittles skywalker slayer slipknot smile smiley smokey snickers snoopy
snowball soccer softball soleil something sparky spencer spiderman spongebob spring squirrel stalker standard stanley star
starfish stargate starlight stars startrek starwars steelers stefan stella stephanie steven stewart sublime sugar
summer sunday sunflower sunrise sunset sunshine superman superstar support supervisor surfer susana suzuki svetlana
sweet sweetheart sweetie sweetness sweetpea swordfish sydney system tattoo taurus taylor teacher tecktonik telefon
temp template temporal temporary tenant teresa test testing testpass testtest test-account texas thomas thriller thunder
thunderbird thx tiger tigers tigger tinkerbell titanic tokiohotel tomcat toor topsecret toyota trinity trouble truelove
trustno trustnoone turtle twilight twitter undertaker unicorn united universal universidad user username valentina valentine
valeria vanessa vancouver vegeta veronica victor victoria victory video viking vikings vincent violet volleyball
volkswagen voodoo voyager walter warcraft warrior webmaster welcome welcomehome westside whatever whatsup white whocares
wildcats william williams willow wilson windows winner winston winter wisdom wizard wolverine wolves wordpass
wrestling xavier xbox xxxxxxxx yahoo yamaha yankees yellow yomama yourmom zaq zaqxsw zaqwsx zeppelin zidane zxcvbn
zxcvbnm zxcasd zxcvb
`;

/** Passwords whose very digits are common: keyboard walks, dates and numbers with a meaning. */
const WHOLE = `
0123456789 0987654321 1029384756 1212121212 123456789 1234567890 123123123 123321123 12344321 147258369 159753456
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1a2b3c4d 2wsx3edc 31415926 314159265 3edc4rfv 741852963
789456123 87654321 963852741 987654321 9876543210 a1b2c3d4 a1s2d3f4 abcd1234 aa123456 asdf1234 azerty123 blink182 bond007
g0disl0ve jordan23 lovers2 ncc1701d ncc1701e ou812345 q1w2e3r4 q1w2e3r4t5 qwe123qwe qwer1234 qwerty12 r2d2c3po
trustno1 w0rld123 x1x2x3x4 zaq12wsx zaq1xsw2 zxcv1234
`;

const wordsOf = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

/** Base words of common passwords. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(wordsOf(WORDS));
/** Common passwords as they are. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(wordsOf(WHOLE));
