import type { ScoringCampaign } from '../profile.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';

export type Described = Pick<ScoringCampaign, 'offering' | 'description' | 'rules' | 'painPoints'>;

/** Distances between the terms of one request, so that each term is combined with several others. */
const strides = [1, 2, 3, 5, 7];

/** What a customer might write, by kind: asks for the offering, for help, or for recommendations. */
export function writeRequests({ offering, description, rules, painPoints }: Described): string[][] {
  const name = nameOf(offering === '' ? description : offering);
  const terms = [...new Set(rules.flatMap(({ text }) => wantedTerms(text)))].toSorted();
  const troubles = [...new Set([...terms, ...painPoints])].toSorted();
  return [
    name === '' ? [] : [`I am looking for ${name}. Can anyone recommend something?`, `What is the best ${name}?`],
    strides.flatMap((stride) =>
      troubles.map((term, index) => {
        const others = [1, 2].map((step) => troubles[(index + step * stride) % troubles.length]);
        return `I need help with ${[...new Set([term, ...others])].join(', ')}.`;
      }),
    ),
    terms.map((term) => `Can anyone recommend ${term}?`),
  ];
}

/** Text before the first colon or full stop names the offering; the remainder lists details. */
function nameOf(offering: string): string {
  const first = offering.split(/[:;.!?\n]/).find((part) => part.trim() !== '') ?? '';
  return first.trim().replace(/^(?:an?|the|our|(?:we|i) (?:sell|offer|make|provide))\s+/i, '');
}

function wantedTerms(rule: string): string[] {
  const parsed = parseRule(rule);
  return parsed.ok ? listWanted(parsed.tree).flatMap((leaf) => (leaf.kind === 'words' ? [leaf.words] : [])) : [];
}
