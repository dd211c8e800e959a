/** What people write in comments. Spelled as `lexicon.ts` describes. */
export const replyLexicon = {
  /** Has the need that someone else described. */
  joins: [
    '(same|exact same|similar|the same) (here|boat|question|problem|issue|situation|story|thing|mess|from me|with us|with mine|for us|for me|as you|happened)',
    '(me|us|mine|ours) (too|as well|also|neither|did too|does too|is the same|is the same way)',
    '(need|needs|want|like|love|have) (this|one|that|it|some|the same|the same thing) (too|as well|also)',
    '(in|been in) (the|that|a) (same|similar|exact same) (boat|situation|position|place|spot)',
    '(following|commenting|piggybacking|bump|seconding|hijacking)',
    '(wondering|asking|debating|considering|choosing|thinking|looking|curious) (the same|about the same|this too|that too|that as well|this as well|as well|too|for the same)',
    '(same|just got) (the (same|exact same))',
    '(this is|thats|that is|its) (me|us|my|exactly me|literally me|exactly my)',
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
    '(i|we) (work for|work at|work on|built|make|made|created|develop|founded|sell|offer|run a|own a|teach|edit|shoot|quote|design|tutor|repair|clean|can help|can save|can have|have room|still have) (a |an |our |the |this |online |it |)(small |new |free |)',
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
  /** Written by a bot or a moderator. */
  notice: [
    '(i am|im|am) (a |an |just a |only a |also a |)(bot|robot|automated)',
    '(a bot|bot and|the bot|this bot|a robot|beep|boop|automoderator|automod|automated|automatically|automatic)',
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
    '(psa|til|ama|tifu|meme|lol|fun fact|shower thought|joke|jokes|funny|hilarious|review|reminder|before and after)',
    '(how many (times|of you|hours|people)|what makes|why do|why are|why is|who hates|who secretly)',
  ],
} as const;
