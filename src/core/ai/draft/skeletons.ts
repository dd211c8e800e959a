import { type Draft, draftLabels, type DraftRequest, type Tone } from './request.ts';
import { readPostFacts, type PostFacts } from './post-facts.ts';

interface Filling {
  facts: PostFacts;
  /** The offer in half a sentence; empty if the subreddit forbids promotion or the campaign states no offer. */
  offer: string;
}

const questions: readonly { open: (facts: PostFacts) => boolean; text: string }[] = [
  { open: ({ mentionsTried }) => !mentionsTried, text: 'What have you tried so far, and where did it fall short?' },
  { open: ({ mentionsSize }) => !mentionsSize, text: 'Is it for you alone, or do several people have to work with it?' },
  { open: ({ budget }) => budget === null, text: 'Is there an amount it must not cost?' },
  { open: ({ mentionsDeadline }) => !mentionsDeadline, text: 'When does it have to work?' },
  { open: () => true, text: 'Which part of it costs you the most time today?' },
  { open: () => true, text: 'What would make you say no to an option at once?' },
];

const joined = (...sentences: (string | null)[]): string => sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ');
const openQuestions = (facts: PostFacts, count: number): string =>
  questions
    .filter(({ open }) => open(facts))
    .slice(0, count)
    .map(({ text }) => text)
    .join(' ');

const opening = ({ problem, wish }: PostFacts): string => {
  if (problem !== null) return `“${problem}” is where I would start.`;
  return wish === null ? 'One thing that helps before comparing anything:' : `On “${wish}”:`;
};
const money = ({ budget }: PostFacts): string | null =>
  budget === null
    ? null
    : `With “${budget}” in mind, look at what it costs in a year and with everything you need, not at the first month.`;
const mention = ({ offer }: Filling): string | null =>
  offer === '' ? null : `Full disclosure: I work on something in this area (${offer}), so weigh my view accordingly.`;

const answers: Record<Tone, (filling: Filling) => [string, string, string]> = {
  helpful: (filling) => {
    const { facts } = filling;
    const steps =
      'Write down the two or three things that must happen without you, and what you can live with doing by hand. Most options differ in just those points, so the list rules out more than any feature table.';
    const trial = 'Then run the one or two that are left on a real case for a week before you move everything over.';
    const checks =
      'Three things I would check in any option: how you get your data out again, what it does when something goes wrong, and who answers when you write to them.';
    return [
      joined(opening(facts), steps, money(facts), trial),
      joined(opening(facts), checks, filling.offer === '' ? trial : null, mention(filling)),
      joined(
        facts.wish === null
          ? 'A few details would help to answer this well.'
          : `Before anybody can say something useful about “${facts.wish}”:`,
        openQuestions(facts, 3),
      ),
    ];
  },
  short: (filling) => {
    const { facts } = filling;
    return [
      joined(
        facts.wish === null ? null : `On “${facts.wish}”:`,
        'list what must work without you, then try two options on one real case for a week. The list decides more than the features do.',
      ),
      joined('Check first how you get your data out again and who answers when it breaks.', mention(filling)),
      joined(openQuestions(facts, 2)),
    ];
  },
  curious: (filling) => {
    const { facts } = filling;
    const problem = facts.problem === null ? null : `You write “${facts.problem}”.`;
    return [
      joined(
        problem,
        'What happens today, step by step, when that comes up? The step that hurts most is usually the one to solve first, and often it takes less than a new system.',
        openQuestions(facts, 1),
      ),
      joined(problem, openQuestions(facts, 2), mention(filling)),
      joined(
        facts.wish === null ? null : `What would a good answer to “${facts.wish}” change for you on the first day?`,
        openQuestions(facts, 2),
      ),
    ];
  },
};

const forbidsPromotion =
  /\bno\b[^.\n]{0,40}\b(?:self[- ]?promo\w*|promot\w+|advertis\w+|solicit\w*|spam\w*|marketing)|(?:self[- ]?promo\w*|advertis\w+|promotion)\b[^.\n]{0,40}\b(?:not allowed|forbidden|prohibited|banned|will be removed)/i;
const longestOffer = 90;

/** The offer in half a sentence; empty if the subreddit forbids promotion. */
function offerIn({ campaign, subredditRules }: DraftRequest): string {
  if (forbidsPromotion.test(subredditRules.join('\n'))) return '';
  const [first = ''] = (campaign.offering || campaign.description).split(/[.:;!?\n]/);
  const offer = first
    .trim()
    .replace(/^(?:i|we)(?:'m| am|'re| are)?\s+(?:sell(?:ing)?|offer(?:ing)?|make|making|build(?:ing)?|run(?:ning)?|provide)\s+/i, '');
  const cut = offer.length <= longestOffer ? offer : offer.slice(0, longestOffer).replace(/[\s,]+\S*$/, '');
  return /^[A-Z][a-z]/.test(cut) ? cut.charAt(0).toLowerCase() + cut.slice(1) : cut;
}

/** Three drafts without a model: general advice that quotes the post. */
export function draftFromSkeletons(request: DraftRequest): Draft[] {
  const filling: Filling = { facts: readPostFacts(request.post), offer: offerIn(request) };
  const texts = answers[request.tone](filling);
  return draftLabels.map((label, index) => ({
    label: index === 1 && filling.offer === '' ? 'Another answer' : label,
    text: texts[index] ?? '',
  }));
}
