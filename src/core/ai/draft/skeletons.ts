import { type Draft, draftLabels, type DraftRequest, type Tone } from './request.ts';
import { readSaid, type Said } from './said.ts';

interface Filling {
  said: Said;
  /** What is offered in half a sentence; empty when the community or the campaign leaves no room for it. */
  offer: string;
}

const questions: readonly { open: (said: Said) => boolean; text: string }[] = [
  { open: ({ tellsTried }) => !tellsTried, text: 'What have you tried so far, and where did it fall short?' },
  { open: ({ tellsSize }) => !tellsSize, text: 'Is it for you alone, or do several people have to work with it?' },
  { open: ({ budget }) => budget === null, text: 'Is there an amount it must not cost?' },
  { open: ({ tellsWhen }) => !tellsWhen, text: 'When does it have to work?' },
  { open: () => true, text: 'Which part of it costs you the most time today?' },
  { open: () => true, text: 'What would make you say no to an option at once?' },
];

const joined = (...sentences: (string | null)[]): string => sentences.filter((sentence) => sentence !== null && sentence !== '').join(' ');
const openQuestions = (said: Said, count: number): string =>
  questions
    .filter(({ open }) => open(said))
    .slice(0, count)
    .map(({ text }) => text)
    .join(' ');

const opening = ({ trouble, wish }: Said): string => {
  if (trouble !== null) return `“${trouble}” is where I would start.`;
  return wish === null ? 'One thing that helps before comparing anything:' : `On “${wish}”:`;
};
const money = ({ budget }: Said): string | null =>
  budget === null
    ? null
    : `With “${budget}” in mind, look at what it costs in a year and with everything you need, not at the first month.`;
const mention = ({ offer }: Filling): string | null =>
  offer === '' ? null : `Full disclosure: I work on something in this area (${offer}), so weigh my view accordingly.`;

const answers: Record<Tone, (filling: Filling) => [string, string, string]> = {
  helpful: (filling) => {
    const { said } = filling;
    const steps =
      'Write down the two or three things that must happen without you, and what you can live with doing by hand. Most options differ in just those points, so the list rules out more than any feature table.';
    const trial = 'Then run the one or two that are left on a real case for a week before you move everything over.';
    const checks =
      'Three things I would check in any option: how you get your data out again, what it does when something goes wrong, and who answers when you write to them.';
    return [
      joined(opening(said), steps, money(said), trial),
      joined(opening(said), checks, filling.offer === '' ? trial : null, mention(filling)),
      joined(
        said.wish === null
          ? 'A few details would help to answer this well.'
          : `Before anybody can say something useful about “${said.wish}”:`,
        openQuestions(said, 3),
      ),
    ];
  },
  short: (filling) => {
    const { said } = filling;
    return [
      joined(
        said.wish === null ? null : `On “${said.wish}”:`,
        'list what must work without you, then try two options on one real case for a week. The list decides more than the features do.',
      ),
      joined('Check first how you get your data out again and who answers when it breaks.', mention(filling)),
      joined(openQuestions(said, 2)),
    ];
  },
  curious: (filling) => {
    const { said } = filling;
    const trouble = said.trouble === null ? null : `You write “${said.trouble}”.`;
    return [
      joined(
        trouble,
        'What happens today, step by step, when that comes up? The step that hurts most is usually the one to solve first, and often it takes less than a new system.',
        openQuestions(said, 1),
      ),
      joined(trouble, openQuestions(said, 2), mention(filling)),
      joined(
        said.wish === null ? null : `What would a good answer to “${said.wish}” change for you on the first day?`,
        openQuestions(said, 2),
      ),
    ];
  },
};

const forbidsPromotion =
  /\bno\b[^.\n]{0,40}\b(?:self[- ]?promo\w*|promot\w+|advertis\w+|solicit\w*|spam\w*|marketing)|(?:self[- ]?promo\w*|advertis\w+|promotion)\b[^.\n]{0,40}\b(?:not allowed|forbidden|prohibited|banned|will be removed)/i;
const longestOffer = 90;

/** The offer in half a sentence, or nothing where the community wants to fetch of none. */
function offerIn({ campaign, subredditRules }: DraftRequest): string {
  if (forbidsPromotion.test(subredditRules.join('\n'))) return '';
  const [first = ''] = (campaign.offering || campaign.description).split(/[.:;!?\n]/);
  const said = first
    .trim()
    .replace(/^(?:i|we)(?:'m| am|'re| are)?\s+(?:sell(?:ing)?|offer(?:ing)?|make|making|build(?:ing)?|run(?:ning)?|provide)\s+/i, '');
  const cut = said.length <= longestOffer ? said : said.slice(0, longestOffer).replace(/[\s,]+\S*$/, '');
  return /^[A-Z][a-z]/.test(cut) ? cut.charAt(0).toLowerCase() + cut.slice(1) : cut;
}

/** Three drafts without a model: what helps with any such question, said in the words of this one. */
export function draftFromSkeletons(request: DraftRequest): Draft[] {
  const filling: Filling = { said: readSaid(request.post), offer: offerIn(request) };
  const texts = answers[request.tone](filling);
  return draftLabels.map((label, index) => ({
    label: index === 1 && filling.offer === '' ? 'Another answer' : label,
    text: texts[index] ?? '',
  }));
}
