import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import { normalizeSubreddit } from './draft.ts';

export const proposedLists = ['painPoints', 'exclusions', 'regions', 'rules', 'excludes', 'subreddits'] as const;
export const proposedTexts = ['name', 'offering', 'idealCustomer'] as const;
export type ProposedList = (typeof proposedLists)[number];

/** Path of a part as `reasons` names it, such as `subreddits.3`. */
export const partOf = (name: string, index?: number): string => (index === undefined ? name : `${name}.${String(index)}`);

export function reasonOf(reasons: Proposal['reasons'], part: string): string | undefined {
  return reasons.find((reason) => reason.part === part || reason.part === `${part}.text`)?.why;
}

export function entryText(draft: CampaignInput, name: ProposedList, index: number): string {
  const entry = draft[name][index];
  return typeof entry === 'string' ? entry : (entry?.text ?? '');
}

export function withEntry(draft: CampaignInput, name: ProposedList, { index, text }: { index: number; text: string }): CampaignInput {
  if (name === 'rules') return { ...draft, rules: draft.rules.map((rule, at) => (at === index ? { ...rule, text } : rule)) };
  return { ...draft, [name]: draft[name].map((entry, at) => (at === index ? text : entry)) };
}

/** The draft with an empty entry at the end of a list. */
export function withAdded(draft: CampaignInput, name: ProposedList): CampaignInput {
  if (name === 'rules') return { ...draft, rules: [...draft.rules, { text: '' }] };
  return { ...draft, [name]: [...draft[name], ''] };
}

/** What a dry run can read: the accepted parts without faulty rules (1-based lines) and invalid names. */
export function usableOf(accepted: CampaignInput, faulty: ReadonlySet<number>): CampaignInput {
  return {
    ...accepted,
    rules: accepted.rules.filter((_, index) => !faulty.has(index + 1)),
    subreddits: accepted.subreddits.flatMap((name) => normalizeSubreddit(name) ?? []),
  };
}

/** The campaign without the removed parts and empty entries. */
export function acceptProposal(draft: CampaignInput, dropped: ReadonlySet<string>): CampaignInput {
  const keep = (name: ProposedList) => (_: unknown, index: number) =>
    !dropped.has(partOf(name, index)) && entryText(draft, name, index).trim() !== '';
  return {
    ...draft,
    offering: dropped.has('offering') ? '' : draft.offering,
    idealCustomer: dropped.has('idealCustomer') ? '' : draft.idealCustomer,
    painPoints: draft.painPoints.filter(keep('painPoints')),
    exclusions: draft.exclusions.filter(keep('exclusions')),
    regions: draft.regions.filter(keep('regions')),
    rules: draft.rules.filter(keep('rules')),
    excludes: draft.excludes.filter(keep('excludes')),
    subreddits: draft.subreddits.filter(keep('subreddits')),
  };
}
