// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-License-Identifier: MIT

/// The 3,000 most common passwords, and the passwords of sufficient length among the 30,000 most common.
///
/// The words are those of `frequency_lists.py` in zxcvbn 4.5.0 (https://pypi.org/project/zxcvbn/4.5.0/), under this
/// licence:
///
/// MIT License
///
/// Copyright (c) 2016 Daniel Wolf
///
/// Permission is hereby granted, free of charge, to any person obtaining a copy
/// of this software and associated documentation files (the "Software"), to deal
/// in the Software without restriction, including without limitation the rights
/// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
/// copies of the Software, and to permit persons to whom the Software is
/// furnished to do so, subject to the following conditions:
///
/// The above copyright notice and this permission notice shall be included in all
/// copies or substantial portions of the Software.
///
/// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
/// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
/// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
/// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
/// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
/// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
/// SOFTWARE.
enum CommonPasswords {
  static func contains(_ typed: String) -> Bool {
    let bytes = Array(typed.lowercased().utf8)
    let half = bytes.count / 2
    return words.contains(bytes) || bytes.count > 1 && bytes[..<half].elementsEqual(bytes[half...])
      && words.contains(Array(bytes[..<half]))
  }

  private static let words = Set(text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { Array($0) })

  private static let text = """
    123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football monkey
    letmein shadow master 696969 mustang 666666 qwertyuiop 123321 1234567890 pussy superman 654321 1qaz2wsx 7777777
    fuckyou qazwsx jordan 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster batman soccer tigger
    charlie sunshine iloveyou fuckme ranger hockey computer starwars asshole pepper klaster 112233 zxcvbn freedom
    princess maggie pass ginger 11111111 131313 fuck love cheese 159753 summer chelsea dallas biteme matrix yankees
    6969 corvette austin access thunder merlin secret diamond hello hammer fucker 1234qwer silver gfhjkm internet
    samantha golfer scooter test orange cookie q1w2e3r4t5 maverick sparky phoenix mickey bigdog snoopy guitar whatever
    chicken camaro mercedes peanut ferrari falcon cowboy welcome sexy samsung steelers smokey dakota arsenal boomer
    eagles tigers marina nascar booboo gateway yellow porsche monster spider diablo hannah bulldog junior london
    purple compaq lakers iceman qwer1234 hardcore cowboys money banana ncc1701 boston tennis q1w2e3r4 coffee scooby
    123654 nikita yamaha mother barney brandy chester fuckoff oliver player forever rangers midnight chicago bigdaddy
    redsox angel badboy fender jasper slayer rabbit natasha marine bigdick wizard marlboro raiders prince casper
    fishing flower jasmine iwantu panties adidas winter winner gandalf password1 enter ghbdtn 1q2w3e4r golden cocacola
    jordan23 winston madison angels panther blowme sexsex bigtits spanky bitch sophie asdfasdf horny thx1138 toyota
    tiger dick canada 12344321 blowjob 8675309 muffin liverpoo apples qwerty123 passw0rd abcd1234 pokemon 123abc
    slipknot qazxsw 123456a scorpion qwaszx butter startrek rainbow asdfghjkl razz newyork redskins gemini cameron
    qazwsxedc florida liverpool turtle sierra viking booger butthead doctor rocket 159357 dolphins captain bandit
    jaguar packers pookie peaches 789456 asdf dolphin helpme blue theman maxwell qwertyui shithead lovers maddog
    giants nirvana metallic hotdog rosebud mountain warrior stupid elephant suckit success bond007 jackass alexis porn
    lucky scorpio samson q1w2e3 azerty rush2112 driver freddy 1q2w3e4r5t sydney gators dexter red123 123456q 12345a
    bubba creative voodoo golf trouble america nissan gunner garfield bullshit asdfghjk 5150 fucking apollo 1qazxsw2
    2112 eminem legend airborne bear beavis apple brooklyn godzilla skippy 4815162342 buddy qwert kitten magic shelby
    beaver phantom asdasd xavier braves darkness blink182 copper platinum qweqwe tomcat 01012011 girls bigboy 102030
    animal police online 11223344 voyager lifehack 12qwaszx fish sniper 315475 trinity blazer heaven lover snowball
    playboy loveme bubbles hooters cricket willow donkey topgun nintendo saturn destiny pakistan pumpkin digital
    sergey redwings explorer tits private runner therock guinness lasvegas beatles 789456123 fire cassie christin
    qwerty1 celtic asdf1234 andrey broncos 007007 babygirl eclipse fluffy cartman michigan carolina testing alexande
    birdie pantera cherry vampire mexico dickhead buffalo genius montana beer minecraft maximus flyers lovely stalker
    metallica doggie snickers speedy bronco lol123 paradise yankee horses magnum dreams 147258369 lacrosse ou812
    goober enigma qwertyu scotty pimpin bollocks surfer cock poohbear genesis star asd123 qweasdzxc racing hello1
    hawaii eagle1 viper poopoo einstein boobies 12345q bitches drowssap simple badger alaska action jester drummer
    111222 spitfire forest maryjane champion diesel svetlana friday hotrod 147258 chevy lucky1 westside security
    google badass tester shorty thumper hitman mozart zaq12wsx boobs reddog 010203 lizard a123456 123456789a ruslan
    eagle 1232323q scarface qwerty12 147852 a12345 buddha porno 420420 spirit money1 stargate qwe123 naruto mercury
    liberty 12345qwert semperfi suzuki popcorn spooky marley scotland kitty cherokee vikings simpsons rascal qweasd
    hummer loveyou michael1 patches russia jupiter penguin passion cumshot vfhbyf honda vladimir sandman passport
    raider bastard 123789 infinity assman bulldogs fantasy sucker 1234554321 horney domino budlight disney ironman
    usuckballz1 softball brutus redrum bigred mnbvcxz fktrcfylh karina marines digger kawasaki cougar fireman oksana
    monday cunt justice nigger super wildcats tinker logitech dancer swordfis avalon everton alexandr motorola
    patriots hentai madonna pussy1 ducati colorado connor juventus galore smooth freeuser warcraft boogie titanic
    wolverin elizabet arizona valentin saints asdfg accord test123 password123 christ yfnfif stinky slut spiderma
    naughty chopper hello123 ncc1701d extreme skyline poop zombie pearljam 123qweasd froggy awesome vision pirate
    fylhtq dreamer bullet predator empire 123123a kirill charlie1 panthers penis skipper nemesis rasdzv3 peekaboo
    rolltide cardinal psycho danger mookie happy1 wanker chevelle manutd goblue 9379992 hobbes vegeta fyfcnfcbz 852456
    picard 159951 windows loverboy victory vfrcbv bambam serega 123654789 turkey tweety galina hiphop rooster changeme
    berlin taurus suckme polina electric avatar 134679 maksim raptor alpha1 hendrix newport bigcock brazil spring
    a1b2c3 madmax alpha britney sublime darkside bigman wolfpack classic hercules ronaldo letmein1 1q2w3e 741852963
    spiderman blizzard 123456789q cheyenne cjkysirj tiger1 wombat bubba1 pandora zxc123 holiday wildcat devils horse
    alabama 147852369 caesar 12312 buddy1 bondage pussycat pickle shaggy catch22 leather chronic a1b2c3d4 admin qqq111
    qaz123 airplane kodiak freepass billybob sunset katana phpbb chocolat snowman angel1 stingray firebird wolves
    zeppelin detroit pontiac gundam panzer vagina outlaw redhead tarheels greenday nastya 01011980 hardon engineer
    dragon1 hellfire serenity cobra fireball lickme darkstar 1029384756 01011 mustang1 flash 124578 strike beauty
    pavilion 01012000 bobafett dbrnjhbz bigmac bowling chris1 ytrewq natali pyramid rulez welcome1 dodgers apache
    swimming whynot teens trooper fuckit defender precious 135790 packard weasel popeye lucifer cancer icecream 142536
    raven swordfish presario viktor rockstar blonde james1 wutang spike pimp atlanta airforce thailand casino lennon
    mouse 741852 hacker bluebird hawkeye 456123 theone catfish sailor goldfish nfnmzyf tattoo pervert barbie maxima
    nipples machine trucks wrangler rocks tornado lights cadillac bubble pegasus madman longhorn browns target 666999
    eatme qazwsx123 microsoft dilbert christia baller lesbian shooter xfiles seattle qazqaz cthutq amateur prelude
    corona freaky malibu 123qweasdzxc assassin 246810 atlantis integra pussies iloveu lonewolf dragons monkey1 unicorn
    software bobcat stealth peewee openup 753951 srinivas zaqwsx valentina shotgun trigger veronika bruins coyote
    babydoll joker dollar lestat rocky1 hottie random butterfly wordpass smiley sweety snake chipper woody samurai
    devildog gizmo maddie soso123aljg mistress freedom1 flipper express hjvfirf moose cessna piglet polaris teacher
    montreal cookies wolfgang scully fatboy wicked balls tickle bunny dfvgbh foobar transam pepsi fetish oicu812
    basketba toshiba hotstuff sunday booty gambit 31415926 impala stephani jessica1 hooker lancer knicks shamrock
    fuckyou2 stinger 314159 redneck deftones squirt siemens blaster trucker subaru renegade ibanez manson swinger
    reaper blondie mylove galaxy blahblah enterpri travel 1234abcd babylon5 indiana skeeter master1 sugar ficken smoke
    bigone sweetpea fucked trfnthbyf marino escort smitty bigfoot babes larisa trumpet spartan valera babylon asdfghj
    yankees1 bigboobs stormy mister hamlet aardvark butterfl marathon paladin cavalier manchester skater indigo hornet
    buckeyes 01011990 indians karate hesoyam toronto diamonds chiefs buckeye 1qaz2wsx3edc highland hotsex charger
    redman passwor maiden drpepper storm pornstar garden 12345678910 pencil sherlock timber thuglife insane pizza
    jungle jesus1 aragorn 1a2b3c hamster david1 triumph techno lollol pioneer catdog 321654 fktrctq morpheus 141627
    pascal shadow1 hobbit wetpussy erotic consumer blabla justme stones chrissy spartak goforit burger pitbull
    adgjmptw italia barcelona hunting colors kissme virgin overlord pebbles sundance emerald doggy racecar irina
    element 1478963 zipper alpine basket goddess poison nipple sakura chichi huskers 13579 pussys q12345 ultimate
    ncc1701e blackie nicola rommel matthew1 caserta omega geronimo sammy1 trojan 123qwe123 philips nugget tarzan
    chicks aleksandr bassman trixie portugal anakin dodger bomber superfly madness q1w2e3r4t5y6 loser 123asd fatcat
    ybrbnf soldier warlock wrinkle1 desire sexual babe seminole alejandr 951753 11235813 westham andrei concrete
    access14 weed letmein2 ladybug naked christop trombone tintin bluesky rhbcnbyf qazxswedc onelove cdtnkfyf whore
    vfvjxrf titans stallion truck hansolo blue22 smiles beagle panama kingkong flatron inferno mongoose connect poiuyt
    snatch qawsed juice blessed rocker snakes turbo bluemoon sex4me finger jamaica a1234567 mulder beetle fuckyou1
    passat immortal plastic 123454321 anthony1 whiskey dietcoke suck spunky magic1 monitor cactus exigen planet ripper
    teen spyder apple1 nolimit hollywoo sluts sticky trunks 1234321 14789632 pickles sailing bonehead ghbdtnbr delta
    charlott rubber 911911 112358 molly1 yomama hongkong jumper william1 ilovesex faster unreal cumming memphis
    1123581321 nylons legion sebastia shalom pentium geheim werewolf funtime ferret orion curious 555666 niners
    cantona sprite philly pirates abgrtyu lollipop eternity boeing super123 sweets cooldude tottenha green1 jackoff
    stocking 7895123 moomoo martini biscuit drizzt colt45 fossil makaveli snapper satan666 maniac salmon patriot
    verbatim nasty shasta asdzxc shaved blackcat raistlin qwerty12345 punkrock cjkywt 01012010 4128 waterloo crimson
    twister oxford musicman seinfeld biggie condor ravens megadeth wolfman cosmos sharks banshee keeper foxtrot
    gn56gn56 skywalke velvet black1 sesame dogs squirrel privet sunrise wolverine sucks legolas grendel ghost cats
    carrot frosty lvbnhbq blades stardust frog qazwsxed 121314 coolio brownie groovy twilight daytona vanhalen pikachu
    peanuts licker hershey jericho intrepid ninja 1234567a zaq123 lobster goblin punisher strider shogun kansas
    amadeus seven7 jason1 neptune showtime muscle oldman ekaterina rfrfirf getsome showme 111222333 obiwan skittles
    danni tanker maestro tarheel anubis hannibal anal newlife gothic shark fighter blue123 blues 123456z princes slick
    chaos thunder1 sabine 1q2w3e4r5t6y python test1 mirage devil clover tequila chelsea1 surfing delete potato chubby
    panasonic sandiego portland baggins fusion sooners blackdog buttons californ moscow playtime mature 1a2b3c4d
    dagger dima stimpy asdf123 gangster warriors iverson chargers byteme swallow liquid lucky7 dingdong nymets cracker
    mushroom 456852 crusader bigguy miami dkflbvbh bugger nimrod tazman stranger newpass doodle powder gotcha guardian
    dublin slapshot septembe 147896325 pepsi1 milano grizzly woody1 knights photos 2468 nookie charly rammstein brasil
    123321123 scruffy munchkin poopie 123098 kittycat latino walnut 1701 thegame viper1 1passwor kolobok picasso
    robert1 barcelon bananas trance auburn coltrane eatshit goodluck starcraft wheels parrot postal blade wisdom pink
    gorilla katerina pass123 andrew1 shaney14 dumbass osiris fuck_inside oakland discover ranger1 spanking lonestar
    bingo meridian ping heather1 dookie stonecol megaman 192837465 rjntyjr ledzep lowrider 25802580 richard1 firefly
    griffey racerx paradox ghjcnj gangsta zaq1xsw2 tacobell weezer sirius halflife buffett shiloh 123698745 vertigo
    sergei aliens sobaka keyboard kangaroo sinner soccer1 0.0.000 bonjour socrates chucky hotboy sprint 0007 sarah1
    scarlet celica shazam formula1 sommer trebor qwerasdf jeep mailcreated5240 bollox asshole1 fuckface honda1 rebels
    vacation lexmark penguins 12369874 ragnarok formula 258456 tempest vfhecz tacoma qwertz colombia flames rockon
    duck prodigy wookie dodgeram mustangs 123qaz sithlord smoker server bang incubus scoobydo oblivion molson kitkat
    titleist rescue zxcv1234 carpet 1122 bigballs tardis jimbob xanadu blueeyes shaman mersedes pooper pussy69 golfing
    hearts mallard 12312312 kenwood patrick1 dogg cowboys1 oracle 123zxc nuttertools 102938 topper 1122334455 shemale
    sleepy gremlin yourmom 123987 gateway1 printer monkeys peterpan mikey kingston cooler analsex jimbo pa55word
    asterix freckles birdman frank1 defiant aussie stud blondes tatyana 445566 aspirine mariners jackal deadhead
    katrin anime rootbeer frogger polo scooter1 hallo noodles thomas1 parola shaolin celine 11112222 plymouth creampie
    justdoit ohyeah fatass assfuck amazon 1234567q kisses magnus camel nopass bosco 987456 6751520 harley1 putter
    champs massive spidey lightnin camelot letsgo gizmodo aezakmi bones caliente 12121 goodtime thankyou raiders1
    brucelee redalert aquarius 456654 catherin smokin pooh mypass astros roller porkchop sapphire qwert123 kevin1
    a1s2d3f4 beckham atomic rusty1 vanilla qazwsxedcrfv hunter1 kaktus cxfcnmt blacky 753159 elvis1 aggies blackjac
    bangkok scream 123321q iforgot power1 kasper abc12 buster1 slappy shitty veritas chevrole amber1 01012001 vader
    amsterdam jammer primus spectrum eduard granny horny1 sasha1 clancy usa123 satan diamond1 hitler avenger 1221
    spankme 123456qwerty simba smudge scrappy labrador john316 syracuse front242 falcons husker candyman commando
    gator pacman delta1 pancho krishna fatman clitoris pineappl lesbians 8j4ye3uz barkley vulcan punkin boner celtics
    monopoly flyboy romashka hamburg 123456aa lick gangbang 223344 area51 spartans aaa111 tricky snuggles drago
    homerun vectra homer1 hermes topcat cuddles infiniti 1234567890q cosworth goose phoenix1 killer1 ivanov bossman
    qawsedrf peugeot exigent doberman durango brandon1 plumber telefon horndog laguna rbhbkk dawg webmaster breeze
    beast porsche9 beefcake leopard redbull oscar1 topdog godsmack theking pics omega1 speaker viktoria fuckers bowler
    starbuck gjkbyf valhalla anarchy blacks herbie kingpin starfish nokia loveit achilles 906090 labtec ncc1701a
    fitness jordan1 brando arsenal1 bull kicker napass desert sailboat bohica tractor hidden muppet jackson1 jimmy1
    terminator phillies pa55w0rd terror farside swingers legacy frontier butthole doughboy jrcfyf tuesday sabbath
    daniel1 nebraska homers qwertyuio azamat fallen agent007 striker camels iguana looker pinkfloy moloko qwerty123456
    dannyboy luckydog 789654 pistol whocares charmed skiing select franky puppy daniil vladik vette vfrcbvrf ihateyou
    nevada moneys vkontakte mandingo puppies 666777 mystic zidane kotenok dilligaf budman bunghole zvezda 123457
    triton golfball technics trojans panda laptop rookie 01011991 15426378 aberdeen gustav jethro enterprise igor
    stripper filter hurrican rfnthbyf lespaul gizmo1 butch 132435 dthjybrf 1366613 excalibu 963852 nofear momoney
    possum cutter oilers moocow cupcake gbpltw batman1 splash svetik super1 soleil bogdan melissa1 vipers babyboy
    tdutybq lancelot ccbill keystone passwort flamingo firefox dogman vortex rebel noodle raven1 zaphod killme
    pokemon1 coolman danila designer skinny kamikaze deadman gopher doobie warhammer deeznuts freaks engage chevy1
    steve1 apollo13 poncho hammers azsxdc dracula 000007 sassy bitch1 boots deskjet 12332 macdaddy mighty rangers1
    manchest sterlin casey1 meatball mailman sinatra cthulhu summer1 bubbas cartoon bicycle eatpussy truelove sentinel
    tolkien breast capone lickit summit 123456k peter1 daisy1 kitty1 123456789z crazy1 jamesbon texas1 sexygirl 362436
    sonic billyboy redhot microsof microlab daddy1 rockets iloveyo fernand gordon24 danie cutlass polska star69
    titties pantyhos 01011985 thekid aikido gofish mayday 1234qwe coke anfield sony lansing smut scotch sexx catman
    73501505 hustler saun dfkthbz passwor1 jenny1 azsxdcfv cheers irish1 gabrie tinman orioles 1225 charlton fortuna
    01011970 airbus rustam xtreme bigmoney zxcasd retard grumpy huskies boxing 4runner kelly1 ultima warlord fordf150
    oranges rotten asdfjkl superstar denali sultan bikini saratoga thor figaro sixers wildfire vladislav 128500 sparta
    mayhem greenbay chewie music1 number1 cancun fabie mellon poiuytrewq cloud9 crunch bigtime chicken1 piccolo
    bigbird 321654987 billy1 mojo 01011981 maradona sandro chester1 bizkit rjirfrgbde 789123 rightnow jasmine1
    hyperion treasure meatloaf armani rovers jarhead 01011986 cruise coconut dragoon utopia davids cosmo rfhbyf reebok
    1066 charli giorgi sticks sayang pass1234 exodus anaconda zaqxsw illini woofwoof emily1 sandy1 packer poontang
    govols jedi tomato beaner cooter creamy lionking happy123 albatros poodle kenworth dinosaur greens goku happyday
    eeyore tsunami cabbage holyshit turkey50 memorex chaser bogart orgasm tommy1 volley whisper knopka ericsson
    walleye 321123 pepper1 katie1 chickens tyler1 corrado twisted 100000 zorro clemson zxcasdqwe tootsie milana zenith
    fktrcfylhf shania frisco polniypizdec0211 crazybab junebug fugazi rereirf vfvekz 1001 sausage vfczyz koshka
    clapton justin1 anhyeuem condom fubar hardrock skywalker tundra cocks gringo 150781 canon vitalik aspire stocks
    samsung1 applepie abc12345 arjay gandalf1 boob pillow sparkle gmoney rockhard lucky13 samiam everest hellyeah
    bigsexy skorpion rfrnec hedgehog australi candle slacker dicks voyeur jazzman america1 bobby1 br0d3r wolfie
    vfksirf 1qa2ws3ed 13243546 fright yosemite temp karolina fart barsik surf cheetah baddog deniska starship bootie
    milena hithere kume greatone dildo 50cent 0.0.0.000 albion amanda1 midget lion maxell football1 cyclone freeporn
    nikola bonsai kenshin slider balloon roadkill killbill 222333 jerkoff 78945612 dinamo tekken rambler goliath
    cinnamon malaka backdoor fiesta packers1 rastaman fletch sojdlg123aljg stefano artemis calico nyjets damnit
    robotech duchess rctybz hooter keywest 18436572 hal9000 mechanic pingpong operator presto sword rasputin spank
    bristol faggot shado 963852741 amsterda 321456 wibble carrera alibaba majestic ramses duster route66 trident
    clipper steeler wrestlin divine kipper gotohell kingfish snake1 passwords buttman pompey viagra zxcvbnm1 spurs
    332211 slutty lineage2 oleg macross pooter brian1 qwert1 charles1 slave jokers yzerman swimmer ne1469 nwo4life
    solnce seamus lolipop pupsik moose1 ivanova secret1 matador love69 420247 ktyjxrf subway cinder vermont pussie
    chico florian magick guiness allsop ghetto flash1 a123456789 typhoon dfkthf depeche skydive dammit seeker fuckthis
    crysis kcj9wx5n umbrella r2d2c3po 123123q snoopdog critter theboss ding 162534 splinter kinky cyclops jayhawk
    456321 caramel qwer123 underdog caveman onlyme grapes feather hotshot fuckher renault george1 sex123 pippen 000001
    789987 floppy cunts megapass 1000 pornos usmc kickass great1 quattro 135246 wassup helloo p0015123 nicole1 chivas
    shannon1 bullseye java fishes blackhaw jamesbond tunafish juggalo dkflbckfd 123789456 dallas1 translator 122333
    beanie alucard gfhjkm123 supersta magicman ashley1 cohiba xbox360 caligula 12131415 facial 7753191 dfktynbyf
    cobra1 cigars fang klingon bob123 safari looser 10203 deepthroat malina 200000 tazmania gonzo goalie jacob1 monaco
    cruiser misfit vh5150 tommyboy marino13 yousuck sharky vfhufhbnf horizon absolut brighton 123456r death1 kungfu
    maxx forfun mamapapa enter1 budweise banker getmoney kostya qazwsx12 bigbear vector fallout nudist gunners royals
    chainsaw scania trader blueboy walrus eastside kahuna qwerty1234 love123 steph 01011989 cypress champ undertaker
    ybrjkfq europa snowboar sabres moneyman chrisbln minime nipper groucho whitey viewsonic penthous wolf359 fabric
    flounder coolguy whitesox passme smegma skidoo thanatos fucku2 snapple dalejr mondeo thesims mybaby panasoni
    sinbad thecat topher frodo sneakers q123456 z1x2c3 alfa chicago1 taylor1 ghjcnjnfr cat123 olivier cyber titanium
    0420 madison1 jabroni dang hambone intruder holly1 gargoyle sadie1 static poseidon studly newcastl sexxxx poppy
    johannes danzig beastie musica buckshot sunnyday adonis bluedog bonkers 2128506 chrono compute spawn 01011988
    turbo1 smelly wapbbs goldstar ferrari1 778899 quantum pisces boomboom gunnar 1024 test1234 florida1 nike superman1
    multiplelo custom motherlode 1qwerty westwood usnavy apple123 daewoo korn stereo sasuke sunflowe watcher dharma
    555777 mouse1 assholes babyblue 123qwerty marius walmart snoop starfire tigger1 paintbal knickers aaliyah
    lokomotiv theend winston1 sapper rover erotica scanner racer zeus sexy69 doogie bayern joshua1 newbie scott1
    losers droopy outkast martin1 dodge1 wasser ufkbyf rjycnfynby thirteen 12345z 112211 hotred deejay hotpussy 192837
    jessic philippe scout panther1 cubbies havefun magpie fghtkm avalanch newyork1 pudding leonid harry1 cbr600 audia4
    bimmer fucku 01011984 idontknow vfvfgfgf 1357 aleksey builder 01011987 zerocool godfather mylife donuts allmine
    redfish 777888 sascha nitram bounce 333666 smokes 1x2zkg8w rodman stunner zxasqw12 hoosier hairy beretta insert
    123456s rtyuehe francesc tights cheese1 micron quartz hockey1 gegcbr searay jewels bogey paintball celeron padres
    bing syncmaster ziggy simon1 beaches prissy diehard orange1 mittens aleksandra queens 02071986 biggles thongs
    southpark artur twinkle gretzky rabota cambiami monalisa gollum chuckles spike1 gladiator whisky spongebob sexy1
    03082006 mazafaka meathead 4121 ou8122 barefoot 12345678q cfitymrf bigass a1s2d3 kosmos blessing titty clevelan
    terrapin ginger1 johnboy maggot clarinet deeznutz 336699 stumpy stoney footbal traveler volvo bucket snapon
    pianoman hawkeyes futbol casanova tango goodboy scuba honey1 sexyman warthog mustard abc1234 nickel 10203040
    meowmeow 1012 boricua prophet sauron 12qwas reefer andromeda crystal1 joker1 90210 goofy loco lovesex triangle
    whatsup mellow bengals monster1 maste 01011910 lover1 love1 123aaa sunshin smeghead hokies sting welder rambo
    cerberus bunny1 rockford monke 1q2w3e4r5 goldwing gabriell buzzard crjhgbjy james007 rainman groove tiberius
    purdue nokia6300 hayabusa shou jagger diver zigzag poochie usarmy phish redwood redwing 12345679 salamander
    silver1 abcd123 sputnik boobie ripple eternal 12qw34er thegreat allstar slinky gesperrt mishka whiskers pinhead
    overkill sweet1 rhfcjnrf montgom240 sersolution jamie1 starman proxy swords nikolay bacardi rasta badgirl rebecca1
    wildman penny1 spaceman 1007 10101 logan1 hacked bulldog1 helmet windsor buffy1 runescape trapper 123451 banane
    dbrnjh ripken 12345qwe frisky shun fester oasis lightning ib6ub9 cicero kool pony thedog 784512 01011992 megatron
    illusion edward1 napster 11223 squash roadking woohoo 19411945 hoosiers 01091989 tracker bagira midway
    leavemealone br549 14725836 235689 menace rachel1 feng laser stoned realmadrid 787898 balloons tinkerbell 5551212
    maria1 pobeda heineken sonics moonlight optimus comet orchid 02071982 jaybird kashmir 12345678a chuang chunky
    peach mortgage rulezzz saleen chuckie zippy fishing1 gsxr750 doghouse maxim reader shai buddah benfica chou
    salomon meister eraser blackbir bigmike starter pissing angus deluxe eagles1 hardcock 135792468 mian seahawks
    godfathe bookworm gregor intel talisman blackjack babyface hawaiian dogfood zhong 01011975 sancho ludmila medusa
    mortimer 123456654321 roadrunn just4me stalin 01011993 handyman alphabet pizzas calgary clouds password2 cgfhnfr
    f**k cubswin gong lexus max123 xxx123 digital1 gfhjkm1 7779311 missy1 michae beautifu gator1 1005 dragonball
    playstation ghostrider 1234567890a 1357924680 7ugd5hip2j gfhjkmgfhjkm 9293709b13 microphone 1234567891 vsjasnel12
    yjdsqgfhjkm qazwsxedc123 strawberry anastasiya zxcvbnm123 harrypotter mypassword password12 qwert12345 abrakadabra
    alessandro fuckinside 123456789s good123654 7894561230 konstantin highlander ghjcnjgfhjkm tokiohotel sonyericsson
    evangelion zxcasdqwe123 suckmydick liverpool1 pufunga7782 hellokitty ironmaiden ghhh47hj7649 roadrunner
    intercourse htubcnhfwbz 12345qwerty 123456789m vqsablpzla skateboard q123456789 friendster 123456789d masterbate
    vfntvfnbrf cocksucker penetration 0192837465 alexander1 nthvbyfnjh azertyuiop 123456789qwe 1qazxsw23edc password01
    ilovepussy 1234567899 1234509876 password99 madagaskar dragonballz abracadabra rfhfvtkmrf ronaldinho masterbating
    supersonic ghjcnbnenrf qwerasdfzxcv greedisgood qweasdzxc123 cheerleaers metallica1 flvbybcnhfnjh 123456789r
    nopassword 123456789987654321 blackberry 1020304050 112233445566 z1x2c3v4b5 mastermind interacial 1357908642
    123456789v q1q2q3q4q5 finalfantasy ghbdtnrfrltkf 1z2x3c4v5b gangbanged spiderman1 0987654321q websolutions
    1234567890z 123456789o losangeles a1b2c3d4e5 987654321a christophe wachtwoord chickenwing101 1qaz2wsx3edc4rfv
    a1s2d3f4g5 3rjs1la7qe quant4307s housewifes password11 ghbdtndctv groupd2013 vflfufcrfh babemagnet lamborghini
    justinbieber lockerroom ejaculation casablanca pussylover armageddon contortionist knickerless masturbation
    transexual evanescence qawsedrftg 1a2s3d4f5g qazwsxedc1 pornographic comicbookdb motdepasse braveheart porsche911
    newproject2004 j3qq4h7h2v 1213141516 yfnfitymrf 123456789p maximilian needforspeed devilmaycry shevchenko
    montecarlo 123456789l businessbabe fuckmehard zxcvb12345 1a2b3c4d5e charlie123 123456789123 uncencored callofduty
    masterbaiting 12345678900 volkswagen 0000000000o spartan117 12345654321 maurolarastefy pathfinder asdfg12345
    watermelon astalavista penetrating summertime domainlock2005 dhjnvytyjub 987654321q pokemon123 cxfcnkbdfz
    momsanaladventure 123456789k dkflbvbhjdbx 17171717aa hd764nw5d7e1vb1 deutschland doggystyle aleksander
    qazwsxedcrfvtgb darthvader lifeisgood insertions 123hfjdk147 peternorth a1a2a3a4a5 8phrowz622 5hsu75kpot
    badnaamhere 0102030405 dkflbvbhjdyf bondarenko mostwanted pussylicker 3216732167 8phrowz624 mapet123456 opensesame
    goldfinger limpbizkit thunderbird postov1000 counterstrike solidsnake zcxfcnkbdf gy3yt2rgls bladerunner fuckyou123
    chocolate1 jediknight zaq1xsw2cde3 1a2a3a4a5a vfvfvskfhfve angelofwar ghjcnjghjcnj q1234567890 fkmnthyfnbdf
    hondacivic welcome123 ctdfcnjgjkm 123456789abc 123456789n admin18533362 89600506779 salamandra smallville
    23176djivanfros 123456789qwerty qazxswedcvfr ilovemyself galatasaray qwertyasdfgh cyberonline cvzefh1gkc
    qwertasdfg azsxdcfvgb blingbling prettygirl sailormoon jesuschrist darkknight 1111111111zz 1q2q3q4q5q oc247ngucz
    pussyeater psychnaut1 whosyourdaddy whatthefuck 1223334444 123456789w parolparol astonvilla 123123123q
    fktrcfylhjdyf fktrcfylhjdbx 89015173454 123456789qaz 1234qwerty cnjvfnjkju mickeymouse password69 trustnoone
    t34vfrc1991 541233432442 fgjrfkbgcbc 4904s677075 1111122222 12345trewq 0147896325 12345678900987654321 dashadasha
    bestfriend fartripper password1234 qpwoeiruty ghbdtnghbdtn painkiller firefighter 010203040506 lost4815162342
    birthday21 12345zxcvb webhompass venom121293 neveragain moneymaker 51051051051 cxfcnmttcnm 102030405060
    vanyarespekt sexmachine 123456789g 1234567890s testing123 slipknot666 letmeinnow hellraiser dbrnjhjdbx rhbcnbyjxrf
    combat123654 vyjujnjxbt quicksilver depechemode qweasdzxc1 123456789x qwerty123456789 zaratustra devilmaycry4
    matematika devildriver efbcapa201 iseedeadpeople 89231243658s helloworld 123456789qqq jamesbond007 rkfdbfnehf
    iddqdidkfa ledzeppelin passmaster 123123123a a987654321 4815162342lost 999111999q whitepower superduper
    123123qweqwe rfnfcnhjaf 123456789t 123456789b qq123456789 qwertyytrewq 1112131415 3141592654 1234567890qw
    1pass1page asdfghjkl1 12345678912 1234qwerasdf 123qwe456rty goodfellas 3syqo15hil asdfghjkl123 computador
    elizabeth1 m6cjy69u35 ghjcnjrdfibyj ybrjkftdbx kamehameha 989244342a zx123456789 hellothere 1357997531 1122112211
    qwertyuiop123 saun24865709 deerhunter 123456789f clubpenguin primetime21 q1w2e3r4t5y6u7 birthday54 111222333a
    stalingrad desperados apokalipsis fenerbahce rfnfgekmnf qwertyuiop1 80070633pc jetbalance 1qa2ws3ed4rf juggernaut
    123456789qw puertorico 123456789zxc password13 amsterdam1 rfkmrekznjh luojianhua samsung123 polniypizdec110211
    azwebitalia newpassword z123456789 wishmaster dbrnjhjdyf ptybnxtvgbjy verygoodbot wenef45313 cheburashka
    unforgiven iaapptfcor fucktheworld 7777755102q gunslinger cyjdsvujljv vfylfhbyrf skorpion39 123456789qq
    12345678987654321 deltaforce masterchief ajcuivd289 s456123789 applesauce mevefalkcakk playstation3 firestarter
    birthday299 31217221027711 justforfun pornografia necromancer fkg7h4f3v6 lkjhgfdsaz hshfd4n279 19mtpgam19
    roflcopter supermanboy cannondale football12 sevastopol beautiful1 5t4r3e2w1q dragonfire q1w2e3r4t5y6u7i8
    naughtyboy cyecvevhbr 123456789aa sanandreas byajhvfnbrf sebastian1 zqjphsyf6ctifgu oldsmobile 4815162342a
    ghhh47hj764 1234567890qwe shadow1212 hedimaptfcor qwerty2010 chessmaster gthtcnhjqrf lhbjkjubz2957704 superpuper
    tamwsn3sja password00 lightsaber kingfisher installutil yanshi1982 newzealand andrewjackie tigerwoods networkingpe
    12qw34er56ty qazwsxedc12 password10 1qazxsw23edcvfr4 sidewinder password23 dodgeviper ghjrehfnehf ladyffesta
    159753456852 89172735872 olegnaruto 1234567890w 123456782000 hypnodanny ghbdtngjrf mastercard loveislife
    jesusislord motherfuck rjhjkmbien fcbarcelona christopher1 abcde12345 ilovegirls angelochek ingodwetrust
    installdevic digitalprodu reanimator 1234554321q 12345678qwe whatthehell streetball 88002000600 alphaomega
    lsia9dnb9y froinlaven suckmycock minecraft123 berezuckiy deeppurple cegthgfhjkm 1236547890 winnipeg261
    boy4u2ownnyc kbnthfnehf 89211375759 a1234567890 c43qpul5rz runescape1 123456789i qwert54321 peanutbutter
    12345abcde anastasija an83546921an13 123456789as vfhufhbnrf 1234567890zzz jigei743ks r3vi3wpass ghjcnjrdfif
    42qwerty42 mangust6403 christian1 987654321z rammstein1 nintendo64 olcrackmaster rfhfrfnbwf ontherocks flintstone
    lfplhfgthvf cegthgegth abc123456789 1958proman dkflbdjcnjr auckland2010 w2dlww3v5p markhegarty residentevil
    jackdaniels neworleans ekaterina20 quiksilver butterfly1 mandragora qawsedrftgyh 123321qweewq 0987654321a
    1029384756q omgkremidia vladislava 32615948worms ujkjdjkjvrf tombraider 742617000027 coorslight gblfhfcbyf
    justinbiebe stalker123 minhasenha 26429vadim nemvxyheqdd5oqxyxyzi ajnjuhfabz avrillavigne gjytltkmybr virtuagirl
    millertime fuckyoubitch ghjcnbvtyz computadora nissan350z 1qwertyuiop 123456789e iloveyou123 tadmichaels
    ilovejesus luckycharm gordolee85 massimiliano lamborgini 0147258369 lololyo123 012345678910 lp2568cskt gjikbdctyf
    41d8cd98f00b 5432112345 000777fffa nhfdvfnjkju123 19952009sa timberwolf illuminati studioworks 38gjgeuftd
    sasha12345 kobebryant 12345asdfg silenthill shamanking vfhvtkflrf stomatolog gjkysqgbpltw temppassword
    ticketmaster 123456789. snusmumrik serendipity 123456789c cfkfvfylhf k123456789 fighting54 astonmartin
    01telemike01 123456qwer 1133557799 ghjcnjnfr1 p030710p$e4o 0o9i8u7y6t birthday10 grandorgue godisgreat lucifer666
    80637852730 7418529630 loveforever stratocaster 123456789zx ilovemusic left4dead2 nikita2000 klapaucius telecaster
    punksnotdead australia1 1986irachka playstation2 dctvghbdtn sweetpussy multiplelog ufhhbgjnnth murcielago
    7elephants simpleplan fynfyfyfhbde bluedevils chrisbrown nokia6230i gfhfcjkmrf alabama123 password21 scoubidou2
    jlbyjxtcndj ghjcnjqgfhjkm nightcrawler 0000000000d livestrong 5544332211 installsqlst 123456789101 0147852369
    nccpl25282 a3eilm2s2y mapleleafs yfcnzyfcnz spam967888 123456789y matematica 7jokx7b9du nastya1995 qazwsx1234
    80988218126 fktrcfylh1 4294967296 3f3fpht7op galatasara liverpoolfc celtic1888 magical123 1472583690 1597532486
    respublika cytuehjxrf 1234567890m paintball1 s123456789 polopolo09 fallenangel selfok2013 littlebitch pussybitch
    kurtcobain studmuffin weihnachte timberland millerlite frederiksberg 1234567890qaz brucewayne blackmetal
    11111aaaaa dfktynbyrf riverplate intelinside 1a2s3d4f5g6h sundaypunch birthday100 sweetdream qwe1234567
    123456qwert ilovemylife scoubidou6 sexpistols prisonbreak fuckyouguys kd189nlcih jimandanne xpressmusic
    vfvfgfgf123 premiumcash chicken123 gthtrhtcnjr firstone123 123qweasdzx baseball12 superman123 87e5nclizry
    walkman555 hardwareid bluedragon iddqdiddqd lotrfotr34 nikita1998 neverwinter sanfrancisco qwerttrewq gxlmxbewym
    89876065093rax rjycnbnewbz blackheart qazwsx12345 zjses9evpa ghjcnjgbpltw svetasveta rfgecnfcerf 1234567qwertyu
    0cdh0v99ue c43dae874d wrestling1 1234qwerasdfzxcv lytghjgtnhjdcr schoolgirlie wonderwall 111222333000 ybrjkftdyf
    intermilan zaqwsxcderfv blackwhite iloveboobies 9638527410 jesussaves cockgobbler alexandra1 awdrgyjilp ghjrjgtyrj
    linkinpark supermario seemnemaailm hammertime jxfhjdfirf nhecsyfujkjdt weihnachten qwaszxerdfcv shithappens
    basketball1 accountbloc antananarivu cgtwbfkbcn spartak1922 vfrcbvvfrcbv butterbean table54781 littlebear
    reviewpass greenlantern p0o9i8u7y6 qwertzuiop something1 q1w2e3r4t5y6u7i8o9p0 monkeybutt passwordstandard
    corperfmonsy 413276191q mashamasha christiaan maprchem56458 mandarinka thebeatles saqartvelo formatters
    fktrcfylhjd eybdthcbntn warhammer40k lovezp1314 1234567890qwerty donaldduck morganstanley fyfnjkmtdyf rockbottom
    1234567890987654321 cjdthitycndj 1qazwsxedc nevergiveup bltynbabrfwbz littlegirl loploprock littlewhore cuntfinger
    stinkyfinger 4815162342q nokiadermo zcxfcnkbdfz comicbooks nuaddn9561 matchbox20 qwertyuiop10 phezc419hv
    ghjcnjabkz spiderman3 tupacshakur hesoyam123 nastya2010 qazxswedc123 tdfyutkbjy hollywood1 wallstreet dogphil3650
    iampurehaha2 kravchenko zxcvbn123456 queenas8151 gtnhjpfdjlcr donkeykong ilikepussy 123321456654 drumandbass
    qwertgfdsa 147258369a hondas2000 throatfuck animal2000 manchester1 natasha123 lzhan16889 heavymetal baseball11
    jesuschris felicidade 9z5ve9rrcz 2468013579 vaffanculo 123456789j fuckthemall 789456123a nikolaevna contrasena
    gfhfvgfvgfv kwiatuszek 0123654789 59382113kevinp luansantana 9988776655 writerspace xiaoyua123 bpgjldsgjldthnf
    gamemaster kanmax1994 123654789a portishead blackhorse service321 1234567890p rfnthbyf1988 1qa2ws3ed4rf5tg
    qwertyuiop12345 1234567890o nhfycajhvths nastya1996 hollister1 msorcloledbr stickdaddy77 vfhbyfvfhbyf fuckmylife
    pandemonium asdfgh123456 thugstools andrey1992 89032073168 juancarlos password22 littleminge littlefuck qwertyu123
    123456789asd mattylad10 gerasimova 10293847qp minicooper boredboi4u peugeot406 9085603566 specialinsta michael123
    michaeljackson birthday26 aa123456789 webuivalidat rockhopper 1234567887654321 8096468644q 1234567892000
    awo8rx3wa8t ilovemyfamily weihnachtsbau ghjuhfvbcn asshole123 014702580369 afrika2002 qaz123wsx456 falloutboy
    rhfvfnjhcr rhfcyjzhcr 123456789qwer kamelia2011 hijodeputa 132forever 111222333444555 9085084232 123456789000
    systemofadown vladimirovna v123456789 musiclover kudos4ever escaflowne lkjhgfdsazx 122333444455555 cnfnbcnbrf
    iloveyou12 wcrfxtvgbjy 123456789zz amadeusptfcor zxcvbnm123456789 websolutionssu 1346798520 1234562000 1234554321a
    steamforums rfcgthcrbq jedimaster mortalkombat kl?benhavn am4h39d8nh superman12 2dumb2live goodmorning iloveyou11
    sataniv1993 california1 fromvermine pineapple1 paraklast1974 1234567890d minnesota_hp breakdance nondriversig
    simferopol 123qwerty123 a1s2d3f4g5h6 football123 fufnfrhbcnb 671fsa75yt milfhunter ma123123123 pfhfnecnhf
    rangerover nhfrnjhbcn 987654321g zxcvbasdfg alexsander z1x2c3v4b5n6m7 ghjgfufylf fyfnjkmtdbx statistika 1212312121
    domodedovo 1928374655 wethepeople m123456789 awesome123 birthday28 itsasecret ghjnbdjcnjzybt thecakeisalie
    vbhjndjhtw daddysgirl jasmine123 nightshade alternativa cghfdjxybr dctvcjcfnm fktrcfylhjdf need4speed ublhjgjybrf
    blackdragon orochimaru qwertyuiop12 frozenfish ghjuhfvvbcn ontheoutside 12345672000 onetwothree bujhmbujhm
    maxmotives kalifornia zcfvfzkexifz sonnenschein wazzkaprivet gjdtkbntkm arsenal123 xxxp455w0rd5 qwertasdfgzxcvb
    birthday27 weihnachtsbaum fktrcfylth 99strenght jessejames wonderwoman
    """
}
