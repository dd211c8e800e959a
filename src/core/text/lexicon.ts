import type { TextLanguage } from './language.ts';
import { dutch, french, german, italian, portuguese, spanish } from './lexicon-languages.ts';

/** What people write in comments. Spelled as `lexicon.ts` describes. */
const replyLexicon = {
  /** Has the need that someone else described. */
  joins: [
    '(also|id also|i also|would also|we also) (want|need|like|love|interested|curious|looking|wondering) (to|in|for|about|if|whether|how|what|this|that|one)',
    '(same|exact same|similar|the same) (here|boat|question|problem|issue|situation|story|thing|mess|from me|with us|with mine|for us|for me|as you|happened)',
    '(me|us|mine|ours) (too|as well|also|neither|did too|does too|is the same|is the same way)',
    '(need|needs|want|like|love|have) (this|one|that|it|some|the same|the same thing) (too|as well|also)',
    '(in|been in) (the|that|a) (same|similar|exact same) (boat|situation|position|place|spot)',
    '(following|commenting|piggybacking|bump|seconding|hijacking)',
    '(wondering|asking|debating|considering|choosing|thinking|looking|curious) (the same|about the same|this too|that too|that as well|this as well|as well|too|for the same)',
    '(same|just got) (the (same|exact same))',
    '(over here|here|out here) (too|as well|also)',
    '(this|that) (was|could be|could have been|is basically|could soon be) (me|us)',
    '(then theres|and theres) (me|us)',
    '(curious|interested|guilty|stuck|lost) (too|as well|also|here)',
    'going back and forth (on|about|between)',
    '(this is|thats|that is|its) (me|us|exactly me|literally me|exactly my|literally my)',
    '(this is|thats|that is) my (exact |whole |)(life|situation|problem|story|week|day|year|house|experience)',
    '(im|were|i am|we are) (retaking|doing|going|looking|trying|having|dealing|in|at|there|here|choosing|moving|using|facing|getting) (it|this|that|these|with this|with that|through this|through that|the same|for that|for this|for one) (too|as well|also)',
    '(would|id|wed|we would|i would) (like|love) to (know|hear|find out|see|try) (this|that|it|the answer|one|more) (as well|too|also|)',
  ],
  /** Goes without: doesn't know how, can't, or has nothing that would do. */
  lacks: [
    '(no|zero|not a) (clue|idea|system|experience|solution|way|time|energy|overview|one to ask|papers|plan)',
    '(havent|have not|hasnt|didnt|cant|cannot|couldnt|never) (found|find|figured|figure|got|worked|slept|manage|managed|keep up|keep track|cope|explain|concentrate|afford|get it|pay that|do this alone|do it alone|agree|decide|trust)',
    '(dont|do not|doesnt) (know|understand|get|dare|have (a|any|the|anyone|anybody|anything|time))',
    '(keep|keeps|always|constantly|still) (dropping|losing|forgetting|missing|ignoring|failing|lose|forget|miss|struggling|guessing)',
    '(lose track|losing track|lost track|losing sleep|losing orders|losing customers|fall behind|falling behind|months behind|weeks behind|days behind|episodes behind|behind on)',
    '(nothing|whatever|everything|anything) (i|we) (try|tried|do|did)',
    '(powerless|dreading|afraid (to|of)|scared|a bit scared|wearing me (down|out)|killing (my|me)|destroying me|burned out|burnt out|drowning|at my wits|a zombie|crying|panicking|so mad|one by one|by hand|sick of|tired of|done with|had it with|nobody|ready to leave|ready to hand|want out|giving up|gave up|give up)',
    '(nothing|none|nobody|no one) (helps|works|works for|picks up|answers|can find|knows|around here)',
    '(how to|where to|what to) (start|begin|do|do next|choose|pick|organize|tell)',
  ],
  /** Gives advice or reports what worked. */
  answers: [
    '(i|we|ive|weve) (went|moved|switched|changed|settled|ended up|stuck|stayed|tried|have tried|outsourced|bought|hired|use|used|have used|love|recommend|suggest|swear by|passed|sold|fixed|solved|replaced|saved|cook|charge|signed|run it|have been using)',
    '(id|i would|i wouldnt|id go|you could|you can|you should|you might|you need to|you want to|you have to|youll|youd|youre better|just) (recommend|suggest|go with|get|use|try|say|add|look|buy|check|also|consider|call|ask|do|put|file)',
    '(my|our) (advice|suggestion|recommendation|vote|trick|rule|experience)',
    '(works|worked) (for me|for us|great|well|fine|wonders|every time|like a charm|overnight)',
    '(highly recommend|cant recommend|would recommend|second this|seconded|this is the way|came here to say|another vote|hands down|by far|gold standard|best value|never looked back|no complaints|no regrets|still going strong|worth every|best money|hard to beat)',
    '(depends on|it depends|nine times out of ten|in my experience|in my opinion|imo|imho|pro tip|trick is|one thing|look into|make sure)',
  ],
  /** Recommends what the author sells. */
  promotes: [
    '(full disclosure|shameless plug|self promo|self promotion|disclosure|disclaimer) (i|im|we|my|our|)',
    '(founder|cofounder|co founder|owner|maker|developer|creator) (of|here|and)',
    '(i|we) (work for|work at|work on|built|created|develop|founded|offer|can help|can save|can have|have room|still have) (a |an |our |the |this |online |it |)(small |new |free |)',
    '(for a living|for living|is what (my|our)|literally why i|exactly for people like you|exactly why we)',
    '(dm|pm|message|text|email|mail|contact|chat|call|write|ping|hmu|hit) (me|us|me up|us up|for a)',
    '(send|shoot|drop) (me|us) a (dm|pm|message|chat|line|text|note)',
    '(send me|drop me|happy to|glad to) (a |)(chat|connect|jump on a call|send you|set you up|hook you up|give you|answer any|do a|offer|help you out)',
    '(link|links|website|site|instagram|details|info|email|portfolio|shop|video) (is |are |)(in|on) (my|the|our) (bio|profile|page|website|site|comments)',
    '(in|on|through) (my|our) (bio|profile|page)',
    '(in bio|in profile|use the code|use code|with code|with the code|the code|promo code|discount code|coupon|at a discount|discount|off your first|off the first|free trial|free consultation|free quote|first (lesson|class|month|week|box|session|hour|call) (is |)free|free intro|months free|free forever|free while in beta|while in beta|longer trial)',
    '(check out|visit|come try|try) (our|my)',
    '(ill|i will|well|we will|i can) (give|send|set|offer|help|do) (you|it|anyone|an invite)',
    '(licensed|certified|registered|professional|retired|independent|licenced) (agent|broker|cpa|ea|accountant|teacher|tutor|trainer|electrician|plumber|mechanic|photographer|editor) (here|for|with|and|in)',
    '(agent|broker|cpa|ea|accountant|coach|consultant|lawyer|owner|photographer) here',
    '(flat fee|references available|samples on request|licensed and insured|no job too small|new subscribers|new clients|new customers|free boxes|ships same day|same day|packages start|starting at|my calendar|our team built|my agency|our agency|my factory|our factory|our shop|our learning center|we ship)',
  ],
  /** Names the author's own trade, which customers do as well. */
  works: ['(i|we) (make|made|sell|run a|own a|teach|edit|shoot|quote|design|tutor|repair|clean)'],
  /** Written by a bot or a moderator. */
  notice: [
    '(i am|im|am) (a |an |just a |only a |also a |)(bot|robot|automated)',
    '(a bot|bot and|the bot|this bot|beep|boop|automoderator|automod)',
    '(automated|automatic) (message|reply|response|comment|notice|action|post)',
    '(was|is|were|been|has been) (performed|posted|sent|made|written|generated|checked) (automatically|by a bot|by an automatic)',
    '(contact the moderators|message the moderators|the moderators|mod team|modmail|if you have any questions or concerns)',
    '(your|this) (post|comment|submission|thread|account) (was|has been|is|will be|looks like|contains|mentions) (removed|locked|flagged|deleted|approved|linked|)',
    '(removed|locked|deleted|approved) (please|for|as|because|under|per|this|by|pending|rule)',
    '(comment|post|thread|submission) (removed|locked|deleted)',
    '(rule|rules) #',
    '(please|pls) (read the rules|read rule|keep it|flair|choose the right|follow the rules|respect the rules|be civil|use the search|do not post|dont post|remember the)',
    '(use the search|read the wiki|see the wiki|see the sidebar|in the sidebar|search bar|asked every week|gets asked every)',
    '(lead to|result in|leads to|will be|get|gets|are|isnt|is not|not) (a |an |)(ban|banned|permanent ban|removed|locked|deleted|permitted|allowed)',
    '(weekly thread|daily thread|monthly thread|post flair|low effort|does not give legal advice|not legal advice|not your advisor)',
  ],
  /** Thanks, congratulates, or consoles. */
  courtesy: [
    '(thanks|thank you|thankyou|thx|cheers|congrats|congratulations|bravo|kudos|well done|nice work|good job|great job|great write up|great post|good read|fun read|saved for later|saving it|saving this|bless you|appreciate it|much appreciated|so sorry|sorry to hear|so happy for|happy for you|glad it|inspiring|legend|gold|hugs)',
  ],
  /** Asks for opinions or entertainment, not for a product. */
  opines: [
    '(what|how) (do|does|would|did) (you|you guys|yall|everyone|people|everybody) (all |guys |)(think|feel|call|make of|say|pronounce)',
    '(do|does|did|would|are|is|have) (you|you guys|yall|anyone|people|everyone|anybody) (all |guys |still |actually |really |ever |even |)(think|like|love|hate|prefer|feel|believe|test|tell|miss|care|enjoy|remember|regret|trust|dream)',
    '(whats|what is|what are|what was|which is) (your|the|everyones) (opinion|take|view|favorite|favourite|worst|craziest|funniest|weirdest|biggest|thoughts|story|most embarrassing|comfiest|best thing|one thing|point)',
    '(your|any) (opinion|opinions|thoughts|take|takes|favorite|favourite)',
    '(unpopular|hot take|change my (mind|view)|discuss|debate|rate my|roast my|guess (the|what|who|my)|am i the only|is it me|is it just me|who else|tell me (your|about)|show me your|show your|pros and cons|for or against|yes or no|genius or)',
    '(is|are) (a |an |it |)(dying|dead|overrated|underrated|a scam|scam|still a thing|harder than|better than)',
    '(like|love|hate) (best|most|least|the most)',
    '(which|what) (one |of them |of these |)(is|was|are|were) (the |)(worse|worst)',
    '(psa|til|ama|tifu|meme|lol|fun fact|shower thought|joke|jokes|funny|hilarious|review|reminder|before and after)',
    '(how many (times|of you|hours|people)|what makes|why do|why are|why is|who hates|who secretly)',
  ],
} as const;

/**
 * What people write when they want something, have trouble, sell, or teach: general English, without terms of any trade. `(a|b|)`
 * are alternatives, an empty one means nothing; a trailing `*` matches any ending; `#` is a number. Spelled folded: no
 * apostrophes.
 */
const ownLexicon = {
  /** Asks for something or someone to pay: a product, a service, a provider. */
  seek: [
    '(im|i am|we are|were|am|currently|been|now|still|also|just|and|just) (looking|searching|shopping|hunting) for',
    'looking for (a|an|some|something|someone|somebody|any|good|the best|recommendations|suggestions|advice|help|alternatives)',
    'looking (to|into) (buy|buying|get|getting|hire|hiring|commission|commissioning|purchase|purchasing|switch|switching|upgrade|replace|move|find|outsource|set up|use|using)',
    'looking for',
    '(in search of|on the hunt for|in the market for|in need of|on the lookout for)',
    '(trying|want|wanted|wanting|hoping|need|needing|like|love|looking|unable|struggling) to (find|buy|hire|commission|purchase|rent|order|switch to|replace|upgrade|outsource) (a|an|some|something|someone|my|our|the|new|)',
    '(i|we|id|ill) (really |just |also |will |definitely |desperately |)need (a|an|some|something|someone|somebody|one|new|to get|to find|to buy|to hire|your)',
    '(thinking|thought) (of|about) (buying|getting|hiring|commissioning|switching|using|trying|purchasing|upgrading|moving|signing up|going with)',
    '(considering|debating|contemplating) (buying|getting|hiring|commissioning|switching|using|trying|purchasing|upgrading|moving|a|an|going with)',
    '(want|wanting|ready|willing|planning|plan|going|prepared|happy) to (pay|spend|invest|shell out)',
    '(gladly|happily|rather|id|ill) pay (for|someone|somebody|good money|actual money|extra)',
    '(where|who) (can|could|should|do|would) (i|we|you|one) (buy|get|find|hire|commission|go|turn|use|order|call)',
    '(any|some) (good |decent |other |better |cheap |reliable |)(recommendations|recommendation|suggestions|alternatives|options|recs)',
    '(open|looking|hoping|asking|searching) (to|for) (any |)(recommendations|suggestions|recs)',
    '(can|could|would|does|do|has|have|did|is|will) (anyone|anybody|someone|somebody) (here |else |on here |have |)(recommend|suggest|use|used|using|tried|know of|know a|know any|point me|have any experience|have experience|got a)',
    '(can|could|would|do) (you|yall|you guys|you all|u|any of you|you folks) (please |kindly |)(recommend|suggest|know of|know any|point me)',
    '(please|pls|kindly|help) (recommend|suggest)',
    '(recommend|suggest) (me|us|a|an|some|something|someone|any|your)',
    '(upgrade|replacement|switch|step up) from',
    '(want|wants|wanting|need|needs|time|ready|like|hoping) to (upgrade|replace|switch|buy|hire|order)',
    '(what|which) (do|does|did|are|would|should|is|has) (you|you guys|you all|everyone|everybody|people|anyone|yall|others|your company|most people|i|we) (all |guys |people |folks |)(use|using|recommend|suggest|prefer|go with|buy|get|choose|used|pick)',
    '(what|which) (software|tool|tools|program|app|apps|service|services|company|companies|product|products|system|brand|brands|site|sites|website|model|provider|solution|one|ones|platform|package|kind|type)',
    '(is|are) there (a|an|any|some|anything|something|anyone|other|better|good) (good|better|other|free|cheap|easy|simple|software|tool|app|apps|program|service|services|site|sites|website|company|companies|product|products|place|places|alternative|alternatives|solution|that|out there|else|like|)',
    '(whats|what is|what are|what would be|which is|who is|whos|what was|who has|which are) (the|your|a|some) (best|better|good|easiest|cheapest|favorite|favourite|preferred|recommended|go to|most reliable|right|ideal|decent)',
    '(best|good|decent|cheap|affordable|reliable|recommended|simple|easy) (way|place|option|solution|tool|app|software|service|program|company|one|ones|alternative|product|brand|website|site|choice) (to|for|out there|that)',
    '(alternative|alternatives|replacement|substitute) (to|for)',
    '(replacement|recommendation|recommendations|recommended|suggestion|suggestions|advice) (for|on|wanted|needed|please|request|requested|regarding)',
    '(help|advise|assist) (me|us) (to |)(find|choose|pick|decide|select|buy|out)',
    '(buying|purchase|purchasing|shopping) (advice|help|recommendation|suggestions|question|decision)',
    '(anyone|anybody|somebody|someone) (use|used|using|uses|tried|try|recommend|recommends|know of|know a|know any|have any experience|have experience|had experience|had any|willing|able)',
    '(want|wanted|wanting|need|like|love) (something|a program|an app|a tool|a service|a site|a way|someone|somebody) (that|to|which|who|like|with|for)',
    '(what|which|who) (to buy|to get|to use|to choose|to hire|should i buy|should i get|should i use|should i choose|should i go with|should i hire|should we use|should we get)',
    '(there must be|there has to be|there should be|has to be|got to be|gotta be) (a|an|some) (better|easier|simpler|faster|cheaper) (way|tool|solution|option|one)',
    '(iso|wtb|lf)',
  ],
  /** Compares named or described options. */
  choose: [
    '(vs|versus)',
    '(torn|decide|deciding|choose|choosing|choice|toss up|difference|differences|debating|pick|stuck|compare|comparing|comparison) (between|of|with)',
    '(cant|cannot|cant seem to|not sure|unsure|hard to|trying to|help me|need to|how to|how do i|unable to|struggling to) (decide|choose|pick|which|if i should|whether)',
    'should (i|we) (get|buy|use|go with|go for|hire|switch|upgrade|pay|stick|choose|pick|try|invest|be using|just|even|bother|consider|sign up|rent|do|be|keep|make|start|take|put|try)',
    '(is it|is this|are they|are these|would it be|was it|be) worth (it|the|buying|paying|getting|using|hiring|doing|having|upgrading|switching)',
    '(worth the (money|price|cost|extra|investment|upgrade|effort))',
    '(better than|compared to|compare to|as good as|rather than|or should i|or just|or would|or is it|which is better|which one|which would|whats better|pros and cons)',
    '(switch|switching|switched|moving|migrate|migrating) (from|to|away|over|off)',
    '(thoughts|opinions|experiences|experience|reviews|opinion|review|feedback|insight) (on|about|with|of|regarding)',
    '(anyone|anybody) (have|has|had) (any |)(thoughts|opinions|experience|experiences|luck|advice|ideas|suggestions|tips|insight)',
    '(good|right|best|smart|wise|bad) (idea|choice|decision|move|option|fit) (to|for|or)',
    '(what are my options|other options|best option|my options are|options are)',
  ],
  /** Asks how to solve a problem or get something done. */
  help: [
    '(need|needs|needing|want|wanted|get|seeking|desperate for|could use|asking for|looking for|some|any|please|pls|plz) (some |any |a little |a bit of |your |a lot of |professional |immediate |serious |urgent |)(help|advice|guidance|assistance|tips|input|pointers|direction|ideas|suggestions|insight)',
    '(help|advice|tips|suggestions) (needed|wanted|please|pls|plz|requested|required|appreciated|me|us|would|with|a noob|a newbie|for a|out)',
    '(how|what|where|when|why|which) (do|can|should|would|could|might|did|am|are|will|is) (i|we|my|our|this)',
    '(do|can|should|could|would|am|will|are|did|may|must) (i|we) (have|need|get|be|do|just|still|even|go|use|pay|buy|make|take|keep|start|put|try|send|ask|tell|really|expect|fix|change|set|move|remove|avoid)',
    '(how|what) (is|are|would be|should i|can i|do i|to do) (the best way|the easiest way|the proper way|handle|deal|do|manage|keep track|go about)',
    '(whats|what is|what would be|is this|is there|what are) (the|a|an|any|some) (best|easiest|cheapest|proper|right|fastest|good|better|easy|simple|most|smartest|correct) (way|ways|method|approach|strategy|place|thing|course|practice|practices) (to|of|for)',
    '(any|some) (advice|help|tips|ideas|thoughts|suggestions|input|insight|guidance|pointers|info|information|solutions|assistance|direction|clue|feedback|experience|luck) (on|for|about|would|is|as|to|or|appreciated|regarding|with|are|you|how|here|guys)',
    '(cant|cannot|unable|not sure how|not sure what|dont know how|dont know what|dont know where|no idea how|no idea what|no clue how|unsure how|unsure what|dont understand|figure out how|figure out what|figuring out how|where to start|where to begin|lost on|clueless about|stuck on|at a loss|in over my head|out of ideas|out of options|what else can i)',
    '(is there (a|any|some) way|is it possible|would it be possible|are there (any |other |)ways|anything i can do|anything else i can|something i can do|nothing i can do|what can i do|what should i do|what do i do|what else should|what am i doing wrong|what am i missing|am i missing|am i doing|am i screwed|how screwed|how bad|is this normal|do i (need|have) to|do we (need|have) to|will i (need|have) to|would i (need|have) to|can i still|can i just|should i be|how much (should|would|does|do|will|can)|how long)',
    '(can|could|would|does|do|has|have|is|will) (anyone|anybody|someone|somebody) (here |else |please |)(help|explain|advise|shed|tell|give|offer|share|clarify|assist|know|have|had|able|willing|experienced|dealt|else|got|walk)',
    '(anyone|anybody) (know|knows|have any ideas|have an idea|got any|dealt|experienced|else have|else had|seen|else)',
    '(what|why) (is|are|does|do|would|could|did) (my|our|this|it) (computer|site|wife|husband|company|client|boss|laptop|website|phone|car|house|dog|kid|son|daughter)',
    '(any|all) (and all |other |constructive |)(help|advice|suggestions|input|thoughts|tips|ideas|assistance|feedback|comments|information|info) (is|are|would be|will be|greatly|much|really|appreciated|welcome)',
    '(would|will|d) (be |)(greatly |much |really |very |highly |)(appreciate|appreciated|love some|love to hear|welcome|grateful)',
    '(please|pls|plz) (help|advise|tell me|explain|let me know|give me)',
    '(wondering|wonder|curious|like to know|want to know|ask|asking|question is|questions are) (if|how|what|whether|which|about|where|who|why)',
    '(my|a|quick|few|couple|some|main|simple|stupid|dumb|noob|newbie|basic|couple of|few of) (question|questions)',
    '(question|questions) (about|for|regarding|on|re|from)',
    '(point|steer|push) (me|us) (in|to|towards)',
    '(have|has|had) (anyone|anybody|someone|somebody) (here |else |ever |)(had|have|run into|dealt|experienced|done|tried|used)',
    '(eli5|newbie|noob|beginner|first time|first timer|total beginner|complete noob|new to (this|all|the))',
  ],
  /** Something of the author's own goes wrong. */
  pain: [
    '(struggl*|frustrat*|annoy*|overwhelm*|desperate*|confus*|worried|stressed|stressing|stressful|clueless|exhausted|furious|panick*|freaking out|terrified|nervous|anxious|embarrass*|ashamed|hopeless)',
    '(hate|hating|sick of|tired of|fed up|had enough|cant stand|cant afford|cant seem|cant get|cant find|cant figure|cant even|cannot get|cannot afford|cannot find|couldnt get|couldnt find|cant keep|cant access|cant connect|cant open|cant log|cant pay|cant do|cant make)',
    '(doesnt|does not|didnt|dont|wont|will not|isnt|wasnt|arent|stopped|not|never|stops|quit|keeps|keep|kept|no longer) (work|working|works|worked|loading|load|start|starting|let me|respond|responding|responsive|connect|connecting|show|showing|turn|boot|open|running|getting|crashing|failing|freezing|losing|happening|dropping|coming back|paid|paying|pay|returning|help|helping)',
    '(problem|problems|issue|issues|trouble|troubles|difficulty|difficulties|nightmare|headache|mess|disaster|struggle|struggles|dilemma|predicament|crisis) (with|is|are|getting|i|we|im|here|has|finding|because|in|when|and|that|of|started|arise|now|)',
    '(broke|broken|breaks|broke down|crashed|crashes|crashing|failed|failing|fails|lost|losing|ruined|screwed|destroyed|dying|died|dead|ripped off|damaged|leaking|stuck|frozen|slower|behind on|drowning in|too expensive|overpriced|overcharged|waste of|wasting|time consuming|pain in the)',
    '(pulling my hair|driving me (crazy|nuts|insane|mad)|losing my mind|at my wits end|end of my rope|last straw|ready to give up|about to give up|makes me want|killing me|drives me|bugging me|keeps me up|banging my head)',
    '(error|errors|bug|warning|failure) (message|messages|code|when|that|saying|on)',
    '(screw up|screwed up|messed up|mess up|made a mistake|big mistake|got burned|got screwed|went wrong|goes wrong|gone wrong|something wrong|fell through|backed out|refuses to|refusing to|ignoring|wont return|wont answer|wont pay|hasnt paid|havent been paid|not paid|owes me|owe me|never paid)',
    '(need to (get out|fix|figure|stop|sort|deal|get rid|do something|make a change|save|cut|lower|reduce|improve)|have to (fix|figure|deal|find a way|do it all)|too much (time|money|work)|takes (me |)(hours|forever|too long|a lot of time)|spend (hours|too much|way too much)|hours (a|per|every|each) (day|week|month))',
    '(not (sure|happy|satisfied|enough|good enough|great|very good|ideal|going well)|unhappy|dissatisfied|disappointed|unreliable|terrible|horrible|awful|crappy|useless|garbage|sucks|sucked)',
  ],
  /** Who the author is and what their situation is. */
  situation: [
    '(i|we) (just |recently |currently |already |also |now |only |both |)(have|own|run|work|live|started|start|bought|got|opened|moved|use|used|am|are|operate|make|manage|graduated|signed|rent|inherited|received|switched|purchased|launched|do|run into)',
    '(im|i am|were|we are|ive been|weve been|i have been) (a|an|the|in|currently|planning|trying|starting|about|getting|considering|thinking|new|going|working|setting|running|using|having|not|having|self|based|located|building|moving|opening|attempting|hoping|looking|wanting|buying|doing|making)',
    '(my|our) (wife|husband|girlfriend|boyfriend|fiance|fiancee|so|partner|family|mom|dad|parents|boss|company|business|client|clients|customers|job|income|budget|situation|current|first|old|own|small|employer|friend|problem|issue|question|goal|needs|team|office|home|house|apartment|car|computer|laptop|phone|site|website|store|shop|brother|sister|mother|father|son|daughter|kids)',
    '(background|some background|a little background|a bit about|my situation|here is my situation|heres my situation|heres the situation|heres the deal|long story short|basically|tldr|tl dr|context|details)',
  ],
  /** An amount, a limit, or willingness to pay. */
  budget: [
    '(budget|price range|price point|budget of|max budget|afford|affordable|inexpensive|cheap|cheaper|cheapest|reasonable price|reasonably priced|cost effective|low cost|free or cheap|not too expensive|without breaking|bang for|willing to pay|willing to spend|would pay|ill pay|happy to pay|dont mind paying|can spend|to spend|quote|quotes|quoted|pricing|how much (does|do|would|should|will|is|to))',
  ],
  urgency: [
    '(asap|urgent|urgently|immediately|right away|as soon as possible|time sensitive|deadline|last minute|running out of time|in a hurry|in a rush|desperate|desperately|need it (now|today|soon|quickly|fast|by)|pretty quickly)',
    '(by|before|until|due|this|next|end of|the end of|within) (today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|the week|the month|month|this week|this month|next week|next month|the weekend|the deadline|24 hours|48 hours|a week|a few days|the next|the end of)',
    '(is|are|its|starts|leaving|happening|due|coming up) (today|tonight|tomorrow|this weekend|next week|in (a|one|two|three|a few|a couple of|#) (days|day|weeks|week|hours))',
    '(still havent|running late|overdue|past due|already late|too late|final notice|expires|expiring|about to expire)',
  ],
  /** Sells instead of buys. */
  seller: [
    '(i|we|ive|weve|i have|we have|i recently|i just|we just|just|recently|finally|my friend and i|me and my friend|my friend|team) (built|made|created|developed|launched|released|designed|written|wrote|put together|open sourced|started building|coded|published|finished|compiled|been building)',
    '(i|we) (sell|offer|provide|specialize|specialise|help|consult|do consulting|can help you|can offer|would be happy to)',
    '(our|my) (new |latest |free )(app|startup|product|tool|platform|plugin|theme|ebook|book|course|blog|newsletter|podcast|channel|youtube|video|service|services|saas|portfolio|side project|project|guide|article|infographic|company offers|team can|beta|mvp|landing page)',
    '(check (out|it out) (my|our|the)|check it out|try it out|sign up (for|here|at|now|today)|free trial|beta (test|testers|users|invite|invites|access)|early access|discount code|promo code|coupon code|giveaway|limited time|for sale|on sale now|special offer|click here|visit (our|my)|subscribe|download (it|here|our|my|for free))',
    '(for hire|hire me|available for (work|hire|freelance)|looking for (clients|work|customers|projects|testers|users|feedback|co founder|cofounder|a cofounder|investors|partners|contributors|new clients|more clients)|now hiring|we are hiring|were hiring|hiring|job opening|open position|apply now|dm me|pm me|message me|contact me|email me|feel free to (pm|message|contact|email|reach))',
    '(introducing|announcing|show reddit|feedback on (my|our)|(review|critique|roast) (my|our)|what do you think of (my|our)|thoughts on (my|our)|id love (your |some |)feedback|let me know what you think|tell me what you think|would love (your |some |to get |to hear |)(feedback|your thoughts)|happy to answer|glad to answer|ask me anything|ama|iama|amaa|i will answer|ill answer|ill be answering|offering|i can do|im offering|we are offering)',
  ],
  /** Teaches or reports instead of asking. */
  teach: [
    '(let me (give|tell|show) you|id like to (contribute|give back|offer)|offer (my |some |)(help|advice) to|if you have (any |)questions|fire away|ask away|ask me anything|ama|happy to answer|glad to answer)',
    '(how i|how we|why i|why we|how my|how our|what i learned|what ive learned|lessons learned|lessons from|things i learned|what i wish|i learned|ive learned|my experience with|my story|success story|i finally|we finally|i did it|we did it|proud|accomplished|milestone|celebrate)',
    '(here (is|are) (my|a|some|the|how|what|an)|heres (my|a|some|the|how|what|an)|here is how|the following is|a (quick |short |brief |complete |comprehensive |simple |)(guide|list|tutorial|primer|introduction|overview|look|collection|roundup|summary))',
    '(guide|tutorial|walkthrough|cheat sheet|checklist|infographic|case study|white paper|ebook|slideshow|slides|webinar|screencast|podcast|roundup|series|part 1|part 2|part one|resource|resources|directory|collection of|list of) (to|for|on|about|of|how|is|are|that|i|)',
    '(tips|tricks|ways|reasons|steps|things|mistakes|lessons|secrets|strategies|facts|rules|myths|tools|examples|ideas|techniques|resources|questions|signs|hacks|habits) (to|for|on|about|of|you|every|that|from|and|i|why)',
    '(#|five|seven|ten|top|top 5|top 10|several|few) (simple |easy |great |best |free |common |important |more |new |useful |good |)(tips|tricks|ways|reasons|steps|things|mistakes|lessons|secrets|strategies|facts|rules|myths|tools|examples|ideas|techniques|resources|sites|apps|plugins|habits|questions)',
    '(psa|til|lpt|ysk|fyi|protip|pro tip|life pro tip|reminder|friendly reminder|heads up|warning|beware|be careful|just a reminder|dont forget|remember to|make sure you|you should|you can|you need to|you must|you will|you have to|if you are|if youre|if you want|stop using|avoid|never)',
    '(how to (get|make|build|create|use|be|become|start|write|do|save|avoid|increase|improve|find|stop|set|turn|deal|choose|fix|install|grow|sell|win|optimize|run|manage|prevent|keep))',
    '(announces|announced|announcement|launches|unveils|unveiled|reveals|revealed|releases|released|acquires|acquired|report|reports|reported|study|survey|according to|research shows|statistics|says|said to|breaking|news|update|updates|interview with|an interview|article|great article|interesting (article|read)|blog post|new study|sues|lawsuit|lawsuits|shuts down|shutting down|ceo)',
    '(saw this|found this|came across|thought (this|you|id|some|i)|wanted to share|want to share|sharing|share (this|my|with)|figured (id|i|this)|this is (how|why|what|a great)|interesting|awesome|amazing|hilarious|funny|lol|haha|meme|cool|neat|love this|check this)',
  ],
  /** Asks what others do, without mentioning a need. */
  crowd: [
    '(how|what|where|when|why|which|who) (do|does|did|are|would|is|have|has) (you|you guys|yall|everyone|everybody|people|your|other people|others|some of you|most people|most of you)',
    '(do|does|did|have|has|are|would|is) (you|you guys|yall|any of you|anyone|everyone|everybody|people|most people|most of you|others|your)',
    '(what is|whats|what are|what was) (your|everyones|everybodys|the)',
    '(how many of you|who else|who here|anybody else|anyone else|tell me about|share your|your thoughts|your opinion|your experience|your favorite|your favourite)',
  ],
  /** Invites discussion in the trade, not a solution. */
  discuss: [
    '(discuss|discussion|debate|unpopular opinion|rant|am i the only|does anyone else|dae|anyone else (think|feel|find|hate|notice|noticed|see|tired)|what do you (guys |all |)think|what are your thoughts|whats your (favorite|favourite|opinion|take|story|worst|best)|what are your (favorite|favourite|best)|what (is|was) your (favorite|favourite|biggest|worst|best)|share your|tell us|lets (talk|discuss|hear)|poll|survey|question for|how many of you|who here|who else|do you (guys |all |people |)(think|prefer|like|still|feel|believe|ever|actually|find)|hypothetical*|theoretical*|curious (to|what|how)|weekly|thread|megathread|confession|stories|worst thing|best thing|be like|the future of|is dead|the death of|the state of)',
  ],
  /** Work, study, and pay in the trade: the author needs a job, not the product. */
  career: [
    '(career|careers|resume|interview|interviews|interviewing|internship|intern|degree|bachelors|grad school|certification|certifications|certified|cert|certs|exam|exams|salary|job offer|job hunt|job search|entry level|get a job|getting a job|find a job|finding a job|new job|quit my job|break into|breaking into|getting into|become a|becoming a|work in the|working in the|in this field|in the industry|in the field|job market|study for|studying for|homework|internships|recruiter|recruiters|coworkers|co workers|job title|hired as)',
  ],
  /** Already solved: said so, flagged, or reported in an edit. */
  solved: [
    '(solved|resolved|nevermind|never mind)',
    '(problem|issue|its|it is|is|it was|everything is|all|now|finally|got it|got them|is now|are now) (fixed|working|sorted|sorted out|back up|up and running|working again|working now|works now|taken care of|good now)',
    '(fixed|solved|figured|sorted|worked) (it|it out|that|itself|the problem|the issue|beautifully|perfectly|for me|great|like a charm)',
    '(edit|update|updated|edit1|edit2|edit3|1|2|3|final edit) (i |ive |i have |we |weve |finally |just |so i |so |i just |ended up |)(fixed|solved|resolved|bought|ordered|purchased|found|went|gone|decided|settled|chose|picked|got|booked|hired|signed|ended|figured|works|worked|success|done|problem solved|never mind)',
    '(ended up|wound up|i went|we went|have decided|finally decided|settled) (with|going with|getting|buying|using|choosing|hiring|ordering|purchasing|on)',
    '(no longer (need|looking|an issue|a problem)|already (bought|ordered|found|booked|hired|decided|solved|fixed|got one|have one))',
  ],
  /** Reports a success or a purchase. */
  glad: [
    '(finally|just|recently|officially|today i) (bought|got|received|booked|found (a|the|our|my|an|one|my dream|our dream)|chose|finished|reached|hit|made|did|done|ordered|picked up|arrived|launched|accomplished|secured|signed|closed|hired|became)',
    '(success|successful|proud|milestone|accomplishment|accomplished|achievement|achieved|celebrate|celebrating|victory|triumph|excited|thrilled|happy to (report|say|announce|share)|feels (good|great|amazing|awesome)|felt (good|great|amazing)|so happy|very happy|super happy|could not be happier|couldnt be happier|love it|i love my|loving (it|my)|best decision|changed my life|life changing|so glad|glad i|woohoo|woo|yay|hooray|huzzah)',
    '(thanks|thank you) (to (this|you|reddit)|reddit|r|for (everything|helping me|your help|inspiring))',
    '(all gone|did it|made it|pulled it off)',
    '(finally|just|we|i|ive|weve) (paid off|passed|lost #|graduated|got accepted|got my|quit my|landed)',
    '(passed|aced) (my|the|our|all)',
    '(finally|fully|all) paid off',
    '(my|our) (new|first|latest|finished|completed) (pair|setup|rig|build|home|house|job|purchase|project|one|toy)',
  ],
  /** Expects a reply. */
  thanks: [
    '(thanks|thank you|thx|tia|cheers|ty) (in advance|for any|for your|for the|for reading|so much|all|everyone|guys|reddit|ahead|)',
    '(in advance|appreciate (any|your|all|the|it)|appreciated)',
  ],
} as const;

export type Cue = keyof typeof ownLexicon | keyof typeof replyLexicon;
type Lexicon = Readonly<Record<Cue, readonly string[]>>;

const english: Lexicon = { ...ownLexicon, ...replyLexicon };
export const cues = Object.keys(english) as Cue[];
const none = Object.fromEntries(cues.map((cue) => [cue, []])) as unknown as Lexicon;
const lexicons: Record<TextLanguage, Lexicon> = {
  en: english,
  de: { ...none, ...german },
  es: { ...none, ...spanish },
  fr: { ...none, ...french },
  pt: { ...none, ...portuguese },
  nl: { ...none, ...dutch },
  it: { ...none, ...italian },
};

/** The phrases of each kind in a language; a list may be empty. */
export const lexiconOf = (language: TextLanguage): Lexicon => lexicons[language];
