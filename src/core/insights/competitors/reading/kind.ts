import type { ComplaintTopic, MentionKind } from '#shared/competitors.ts';
import { holds, patternOf } from './tokens.ts';

const patterns = (...texts: string[]) => texts.map(patternOf);

/** Someone who advertises their own product isn't looking for one. */
const selling = patterns(
  'i|we built|made|launched|created|developed|released',
  'our app|tool|product|platform|startup|team',
  'my app|startup|saas|product',
  'founder of',
  'im building',
  'were building',
  'check us out',
);

const leaving = patterns(
  'switching|moving|migrating|transitioning away|off|from X',
  'switching|moving|migrating away from X',
  'move|migrate|switch away|off from X',
  'move|migrate|switch|get away|off|from X',
  'leaving|ditching|replacing|quitting|dumping|dropping|cancelling|canceling X',
  'rid of X',
  'done with X',
  'fed up * X',
  'sick of X',
  'tired of X',
);
const elsewhere = patterns(
  'alternative|alternatives|replacement|substitute|competitor|competitors to|for|of X',
  'X alternative|alternatives|replacement|replacements',
  'replace|ditch|leave|quit|drop|dump X',
  'instead of X',
  'other than X',
  'besides X',
  'something|anything|tool|app|software|similar like|to X',
  'something|anything * like X',
  'similar to X',
  'better|cheaper|simpler|easier than X',
  'like X but',
);
/** Looks for a replacement without naming the current product in the same sentence. */
const seeking = patterns(
  'looking|searching|hunting|shopping for * alternative|alternatives|replacement|substitute',
  'look|search for * alternative|alternatives|replacement|substitute',
  'need|want|seeking|recommend|suggest * alternative|alternatives|replacement|substitute',
  'any|good|better|cheaper|best alternative|alternatives|replacement|replacements',
  'looking|time|want|need * switch|move|migrate',
  'looking|searching for something|anything else|better|cheaper|simpler',
  'what|which else|other * use|recommend|suggest',
);
const asking = patterns(
  '?',
  'looking for',
  'looking at',
  'need',
  'needs',
  'want',
  'wants',
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
const chosen = patterns(
  'i|we use|used|chose|picked|bought * instead of X',
  'switched|moved|migrated * from X',
  'switched|moved|migrated * to X',
);
const comparing = patterns(
  'X vs|versus|v',
  'vs|versus|v X',
  'compared to|with X',
  'X compared',
  'comparing|compared|compare X',
  'between X and',
  'between * and X',
  'X or',
  'or X',
  'than X',
  'over X',
  'X against',
  'X and * difference',
  'difference between * X',
);
const trouble = patterns(
  'doesnt|dont|didnt|wont|cant|cannot|never work|works|working|load|sync|respond|responds|answer|answers',
  'does|do|did|will|is|are not work|working|load|loading|sync|syncing|respond|responding|answer|answering',
  'stopped working',
  'keeps|kept crashing|failing|breaking|logging|losing|charging',
  'lost * data|work|files',
  'too expensive|slow|complicated|complex|limited|much|pricey',
  'price|prices|pricing|cost|costs * up|increase|increased|doubled|tripled|insane|ridiculous',
  'raised * price|prices',
  'no support',
  'support * useless|terrible|awful|slow|bad|joke|worse',
  'hate|hated|hates',
  'problem|problems|issue|issues with X',
  'not worth',
  'waste of',
  'missing * feature|features',
  'lacks',
  'lack of',
  'isnt worth',
  'locked out',
  'charged me',
);
const bad = -0.25;
const good = 0.3;

export interface Read {
  /** Words of the sentence with the name. */
  words: readonly string[];
  /** Words of the whole text. */
  all: readonly string[];
  sentiment: number | null;
}

const isBad = ({ words, sentiment }: Read): boolean => holds(words, trouble) || (sentiment !== null && sentiment <= bad);

/** Whether a mention is a complaint, even if its kind is `alternative`. */
export const isComplaint = (read: Read): boolean => {
  const kind = kindOf(read);
  return kind === 'complaint' || (kind === 'alternative' && isBad(read));
};

/** Classifies a mention. If several kinds fit, the most useful one wins. */
export function kindOf(read: Read): MentionKind {
  const { words, all, sentiment } = read;
  if (holds(all, selling)) return 'other';
  const isChosen = !words.includes('?') && holds(words, chosen);
  if (!isChosen && (holds(words, leaving) || (holds(words, elsewhere) && holds(words, asking)) || holds(words, seeking)))
    return 'alternative';
  if (isBad(read)) return !isChosen && holds(all, seeking) ? 'alternative' : 'complaint';
  if (isChosen || holds(words, comparing)) return 'comparison';
  if (sentiment !== null && sentiment >= good && !words.includes('?')) return 'praise';
  return words.includes('?') ? 'question' : 'other';
}

const topicTerms: Record<ComplaintTopic, string> = {
  price: 'price prices pricing pricey expensive cost costs costly overpriced fee fees cheaper subscription raised',
  support: 'support helpdesk agent agents ticket tickets reply replies respond response responses',
  reliability:
    'bug bugs buggy crash crashes crashed crashing broken broke down outage downtime glitch glitchy glitches unreliable fails failing sync syncing',
  speed: 'slow laggy lag lags loading load loads sluggish speed',
  features: 'missing lacks lack lacking feature features limited limitation limitations cannot cant',
  ease: 'confusing complicated complex clunky interface ui ux learning hard difficult unintuitive bloated messy',
  billing: 'cancel cancelling cancellation canceled cancelled refund refunded billing billed charged charging renew renewed invoice trial',
  data: 'privacy security breach breached export exporting import data lost lock locked backup',
  integrations: 'integration integrations integrate integrates api zapier connect connects plugin plugins webhook webhooks',
};
const topicOf = new Map(
  Object.entries(topicTerms).flatMap(([topic, words]) => words.split(' ').map((word) => [word, topic as ComplaintTopic] as const)),
);

/** Topics of a complaint, most frequent first; empty for other kinds. */
export function topicsOf(kind: MentionKind, words: readonly string[]): ComplaintTopic[] {
  if (kind !== 'complaint' && kind !== 'alternative') return [];
  return [...new Set(words.flatMap((word) => topicOf.get(word) ?? []))];
}
