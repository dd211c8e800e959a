import type { MentionKind } from '#shared/competitors.ts';
import { patterns, clauseEnd, type Hit, hitsOf, holds, namePlaceholder, type PhrasePattern } from './tokens.ts';

/** Someone who advertises their own product isn't looking for one. */
const selling = patterns(
  'i|we [just|recently|have|also] built|made|launched|created|developed|released',
  'our app|tool|product|platform|startup|team',
  'my app|startup|saas|product',
  'founder of',
  'i am building',
  'im building',
  'were building',
  'we are building',
  'check us out',
);
export const isSelling = (words: readonly string[]): boolean => holds(words, selling);

const leaving = patterns(
  'switching|moving|migrating|transitioning [away] off|from X',
  'switching|moving|migrating away from X',
  '{will} move|migrate|switch [away] from X',
  '{will} move|migrate|get off [of] X',
  '{will} get away from X',
  '{aim} to move|migrate|switch [away] from X',
  '{aim} to move|migrate|get off [of] X',
  '{aim} to get away from X',
  'leaving|ditching|replacing|quitting|dumping|cancelling|canceling X $',
  'get|getting|got|be rid of X',
  'am|are|so|im|totally|finally|officially done with X',
  'fed up * X',
  'sick of X',
  'tired of X',
);
const elsewhere = patterns(
  'alternative|alternatives|replacement|substitute to|for|of X',
  'X alternative|alternatives|replacement|replacements|competitor|competitors',
  'replace|ditch|quit|drop|dump X $',
  'instead of X',
  'other than X',
  'besides X',
  'something|anything|tool|app|software|service|site similar like|to X',
  'something|anything|tool|app|software|service like X',
  'something|anything * like X',
  'similar to X',
  'something|anything|tool|app|any|looking * better|cheaper|simpler|easier than X',
  'like X but',
);
/** Looks for a replacement in the sentence that names the current product. */
const seeking = patterns(
  'looking|searching|hunting|shopping|look|search for * {instead} !for|to|of|X',
  'need|want|seeking|recommend|suggest|find * {instead} !for|to|of|X',
  'any|good|better|cheaper|best {instead} !for|to|of|X',
  'looking|searching for something|anything else|better|cheaper|simpler',
  'what|which else',
  'what|which [tool|app|one|service] next',
);
const asking = patterns(
  '?',
  'looking for|at',
  'need|needs',
  'want|wants',
  'recommend|recommendation|recommendations|suggestion|suggestions|suggest',
  'anyone',
  'any',
  'is there',
  'help me',
  'trying to',
  'considering',
  'thinking of|about',
  'what do you',
  'what else',
  'which',
  'searching for',
  'wondering',
  'hoping',
);
/** "A website like X" that somebody builds or copies, or an "alternative" that isn't wanted. */
const making = patterns(
  'build|building|built|make|making|made|create|creating|created|develop|developing|clone|coding|code|start|starting|wrote|launch|launched|launching',
);
const chosen = patterns(
  'i|we use|used|chose|picked|bought * instead of X',
  'i|we [have|just|recently|finally] switched from X',
  'i|we [have|just|recently|finally] switched from * to X',
  '^ switched|moved|migrated from X',
);
const comparing = patterns(
  'X vs|versus|v',
  'vs|versus|v X',
  'compared to|with X',
  'X compared to|with',
  'comparing|compared|compare [to|with|both] X',
  'choose|choosing|deciding|decide|torn|choice|forth|comparison|compare|difference|differences between X and|or',
  'choose|choosing|deciding|decide|torn|choice|forth|comparison|compare|difference|differences between * and|or X',
  'better|worse|cheaper|easier|faster|slower|simpler|nicer|different|safer|bigger|smaller than X',
  'prefer|preferred|chose|choose|picked|pick * over X',
  'difference|differences between * X',
);
const either = patterns('X or', 'or X');
const choosing = patterns('which', 'better', 'best', 'prefer', 'should i|we use|go|get|choose|pick|buy|try|host|sell');

const praising = patterns(
  'love|loving|loved|adore|recommend|recommended|prefer|enjoy [using|the|my|our] X $',
  'i|we [{very}] like|liked [using] X $',
  'X [{part}] {be} [{so}] {good} !start|place|idea|question|example|way|point|time',
  'X [{part}] has|have been [{so}] {good}',
  'X has|have|had [{so}] {good} {part}',
  'X [{part}] do|does|did [{so}] {good} job|work|things',
  'X [{part}] works|worked|work [{so}|out] {good}|well|perfectly|flawlessly|wonderfully|fine|beautifully',
  'X just works',
  'X makes|made * [{so}] easy|easier|simple|simpler|painless',
  'happy|satisfied|impressed|pleased|thrilled with|by|at X',
  'happy X user|users|customer|customers',
  'kudos|props|thanks|hats to|off X $',
  'great|good|excellent|awesome|amazing|fantastic|positive|best|pleasant luck|results|success|experience|experiences|service [i|ever|had|have] with|from|on X',
  'X saved|saves me|us|my|our',
  'X [{so}] rocks',
  'swear by X $',
  '{good} thing|things about X',
  '{good} service|tool|app [{so}] is X',
  'big|huge fan of X $',
);
const negated = new Set(
  'not no never none nothing dont doesnt didnt isnt wasnt arent werent aint wont wouldnt couldnt shouldnt cant cannot hardly without neither nor havent hasnt hadnt'.split(
    ' ',
  ),
);
/** What follows these isn't said to be so. */
const unreal = new Set('if would could should wish hope hoping might may unless pretend imagine maybe id until whether when'.split(' '));
const openers = new Set(
  'does do is are has have was were can could did how who any anyone anybody would should will what which when where'.split(' '),
);

const complaining = patterns(
  'X [{part}] {be} [{so}] {bad}',
  'X [{part}] has|have been [{so}] {bad}',
  'X [{part}] [{so}] sucks|suck|blows',
  'how|so {bad} X is|are|was|has',
  'X [{part}] isnt|arent|wasnt|werent [{so}] {good}',
  'X [{part}] {be} not [{so}] {good}',
  'X [{part}] [{so}] keeps|kept crashing|failing|breaking|logging|losing|charging|freezing|telling|asking|sending|changing|raising|going|dropping',
  'X [{so}] crashes|crashed|freezes|froze|fails|failed|broke|breaks|stinks',
  'X [{part}] [{so}] doesnt|dont|didnt|wont|never [even] work|works|worked|working|load|loads|sync|syncs|respond|responds|responded|answer|answers|answered|reply|replies|replied|support|supports|let|offer|care|help|refund',
  'X [{part}] does|do|did|will|can|is|are not [even] work|working|load|loading|sync|syncing|respond|responding|answer|answering|let|support|offer|care|help|refund|handle',
  'X [{part}] cant|cannot [even] handle|do|sync|export|import|connect|find|keep|get|open|print|play',
  'X [{part}] [{so}] stopped working',
  'X [has|have|had|just|recently] lost|deleted|stole|ate|erased [all|of] my|our|the|all|some',
  'X [has|have|had|just|recently] raised|raising|increased|doubled|tripled|hiked * price|prices|pricing|fees|rates',
  'X price|prices|pricing|fees [have|has] went|gone|doubled|tripled|skyrocketed',
  'X [has|have|had|just|recently|even] charged|overcharged|billed|scammed|screwed|robbed|banned|suspended|limited|locked|froze|closed|shafted|cheated|ignored|refused|blocked me|us|my|our|to',
  'X [has|have|had|just|recently|is|are|was|been] holding|freezing|blocking|throttling|screwing|ruining|killing|withholding|refusing|limiting|locking my|our|me|us|to',
  'X [has|have|had] froze|frozen|limited|suspended|locked|banned|blocked|disabled|closed|restricted my|our',
  'X [{part}] [{so}] lacks|lacked',
  'X [{part}] is|are missing',
  'lack of * in X',
  'support|service|app|interface|pricing|price of|at|from X {be} [{so}] {bad}',
  'X * and|but [their|the|its] {part} never|wont|doesnt answer|answers|reply|replies|respond|responds|work|works',
  'hate|hated|hates|despise|loathe|dislike|detest [using|the|that|how|when] X $',
  'hate|hated|hates how * X',
  'problem|problems|issue|issues|trouble|troubles|nightmare with X',
  'screwed|scammed|robbed|burned|burnt|cheated|shafted|banned [over|off] by X',
  'ripped off by X',
  'banned|suspended|locked from|out [of] X',
  'unhappy|dissatisfied|frustrated|disappointed|annoyed|angry|pissed|furious [off] with|by|at X',
  'not|wasnt|isnt|arent|werent [{so}] happy|impressed|satisfied|pleased with|by X',
  'X * not|wasnt|isnt|werent [{so}] happy|impressed|satisfied|pleased',
  'X for * and * not|wasnt|isnt|werent [{so}] happy|impressed|satisfied|pleased',
  'sick|tired of X',
  'fed up * X',
  'rid of X',
  'good riddance * X',
  'stay away from X $',
  'avoid [using] X $',
  'never use|using|buy|buying|trust [from] X again',
  '^ [please] dont [ever] use|buy|trust [from] X $ !to|for|as|in|if|when',
  '^ [please] do not [ever] use|buy|trust [from] X $ !to|for|as|in|if|when',
  '{bad} [customer] support|service|experience|experiences|results [i|had|have|ever] with|from|at X',
  'X * not worth',
  'X isnt worth',
  'X outage|outages',
  'waste of * X',
  'X [{so}] waste of',
  'X [{part}] {be} [{so}] not|isnt reliable|secure|safe',
  'X [{so}] {bad} [customer] support|service|interface|ui',
);

/** Clause by clause: where the clause with this hit begins. */
function clauseStart(words: readonly string[], at: number): number {
  return words.slice(0, at).lastIndexOf(clauseEnd) + 1;
}

/** "People who post on X are …": the name isn't the subject. */
const besideSubject = new Set('on in with for from of via to at through by using a an like about into and or'.split(' '));

function isClaimed(words: readonly string[], { start }: Hit): boolean {
  if (words[start] === namePlaceholder && besideSubject.has(words[start - 1] ?? '')) return false;
  const before = words.slice(Math.max(clauseStart(words, start), start - 5), start);
  return !before.some((word) => negated.has(word) || unreal.has(word));
}
/** In a question, only what is said beside it: "Anyone else with problems?" asks. */
function isAsserted(words: readonly string[], { start, end }: Hit): boolean {
  const from = clauseStart(words, start);
  const to = words.indexOf(clauseEnd, end);
  const clause = words.slice(from, to === -1 ? words.length : to);
  return !openers.has(words[from] ?? '') && !(clause.includes('?') && !openers.has(clause[0] ?? '') && clause.length < 6);
}

export interface Classified {
  kind: MentionKind;
  complains: boolean;
  praises: boolean;
}
const says = (words: readonly string[], phrases: readonly PhrasePattern[]): Hit[] =>
  hitsOf(words, phrases).filter((hit) => isClaimed(words, hit));

const isIronic = (words: readonly string[]): boolean => words.at(-1) === 's' && words.length > 1;

export const complainsIn = (words: readonly string[]): boolean => says(words, complaining).some((hit) => isAsserted(words, hit));
const praisesIn = (words: readonly string[]): boolean => !words.includes('?') && !isIronic(words) && says(words, praising).length > 0;

/** Whether a sentence after a complaint looks for something else. */
export const isSeeking = (words: readonly string[]): boolean => holds(words, seeking);

function wantsOther(words: readonly string[]): boolean {
  const isChosen = !words.includes('?') && holds(words, chosen);
  if (isChosen) return false;
  if (says(words, leaving).length > 0) return true;
  return holds(words, seeking) || (holds(words, elsewhere) && holds(words, asking) && !holds(words, making));
}

/** Classifies a sentence with the placeholder of the product. If several kinds fit, the most useful one wins. */
export function classify(words: readonly string[]): Classified {
  const complains = complainsIn(words);
  const praises = praisesIn(words);
  const kind = (): MentionKind => {
    if (wantsOther(words)) return 'alternative';
    if (complains) return 'complaint';
    if ((!words.includes('?') && holds(words, chosen)) || holds(words, comparing) || isChoice(words)) return 'comparison';
    if (praises) return 'praise';
    return words.includes('?') ? 'question' : 'other';
  };
  return { kind: kind(), complains, praises };
}

/** "X or Y" as the whole subject, or in a question about which one. */
function isChoice(words: readonly string[]): boolean {
  const hits = hitsOf(words, either);
  const isSubject = hits.some(({ start }) => start === (words[start] === 'or' ? 1 : 0));
  return isSubject || (hits.length > 0 && words.includes('?') && holds(words, choosing));
}
