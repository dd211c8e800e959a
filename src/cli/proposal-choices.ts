import type { Proposal } from '#shared/campaigns.ts';

const questionTexts: Record<Proposal['questions'][number], string> = {
  regions: 'Where do you work? Add --where with a city, state, or country.',
  competitors: 'Who do you compete with? Add --competitor with their names.',
};

/** Which trades the suggestion is made from, which others fit, and what it would ask. */
export function showChoices({ trades, questions }: Proposal): string[] {
  const shown = (isChosen: boolean) => trades.filter((trade) => trade.isChosen === isChosen).map(({ id, name }) => `${name} (${id})`);
  const [chosen, others] = [shown(true), shown(false)];
  return [
    ...(chosen.length > 0 ? [`Trade: ${chosen.join(', ')}`] : []),
    ...(others.length > 0 ? [`${chosen.length > 0 ? 'Or, with' : 'Trades that may fit; choose with'} --trade: ${others.join(', ')}`] : []),
    ...questions.map((question) => questionTexts[question]),
  ];
}
