import { useRef } from 'react';
import { type CampaignInput, type Proposal, campaignRoutes } from '#shared/campaigns.ts';
import type { CallInput } from '#shared/route.ts';
import { streamKindOf } from '#shared/sources.ts';
import { type CampaignStream, includesComments, namesOf, streamsNamed } from '#shared/streams.ts';
import { call } from '#web/lib/api.ts';
import { detailsOf, useAction } from '#web/lib/failure.ts';
import { tSent } from '#web/lib/language.ts';
import { normalizeName } from './draft.ts';

/** What a proposal is made from. */
export type Wish = CallInput<typeof campaignRoutes.propose>['body'];

interface Proposing {
  isBusy: boolean;
  /** Shown beside the field, for server failures too. */
  error: string | null;
  setError: (error: string | null) => void;
  propose: (wish: Wish, use: (proposal: Proposal, wish: Wish) => void) => Promise<void>;
}

/** Requests a proposal and passes it on, unless another was requested meanwhile; errors are shown beside the field. */
export function useProposal(): Proposing {
  const { isBusy, failure, setFailure, start } = useAction(detailsOf);
  const newest = useRef<Wish>(null);
  return {
    isBusy,
    error: failure,
    setError: setFailure,
    propose: async (wish, use) => {
      newest.current = wish;
      await start(async () => {
        const proposal = await call(campaignRoutes.propose, { body: wish });
        if (newest.current === wish) use(proposal, wish);
      });
    },
  };
}

export type ProposedList = 'painPoints' | 'exclusions' | 'regions' | 'rules' | 'excludes' | 'streams';

/** Path of a part as `reasons` names it, such as `streams.3`. */
export const partOf = (name: string, index?: number): string => (index === undefined ? name : `${name}.${String(index)}`);

export function reasonOf(reasons: Proposal['reasons'], part: string): string | undefined {
  const why = reasons.find((reason) => reason.part === part || reason.part === `${part}.text`)?.why;
  return why === undefined ? undefined : tSent(why);
}

/** Places of the entries that a list shows: streams that are the only ones of their kind have a switch instead. */
export const placesIn = (draft: CampaignInput, name: ProposedList): number[] =>
  draft[name].flatMap((_, index) => (name === 'streams' && hasSwitch(draft.streams[index]) ? [] : [index]));
const hasSwitch = (stream: CampaignStream | undefined): boolean => stream !== undefined && streamKindOf(stream.kind).only !== undefined;

/** Suggested streams that a switch turns on and off, by their place. */
export const besideSubreddits = ({ streams }: CampaignInput) =>
  streams.flatMap(({ kind }, index) => {
    const { only, label, isSearch } = streamKindOf(kind);
    return only === undefined || isSearch ? [] : [{ label, part: partOf('streams', index) }];
  });

export function entryText(draft: CampaignInput, name: ProposedList, index: number): string {
  if (name === 'streams') return draft.streams[index]?.name ?? '';
  const entry = draft[name][index];
  return typeof entry === 'string' ? entry : (entry?.text ?? '');
}

export function withEntry(draft: CampaignInput, name: ProposedList, { index, text }: { index: number; text: string }): CampaignInput {
  if (name === 'rules') return { ...draft, rules: draft.rules.map((rule, at) => (at === index ? { ...rule, text } : rule)) };
  if (name === 'streams')
    return { ...draft, streams: draft.streams.map((stream, at) => (at === index ? { ...stream, name: text } : stream)) };
  return { ...draft, [name]: draft[name].map((entry, at) => (at === index ? text : entry)) };
}

/** The draft with an empty entry at the end of a list; of the streams, a subreddit. */
export function withAdded(draft: CampaignInput, name: ProposedList): CampaignInput {
  if (name === 'rules') return { ...draft, rules: [...draft.rules, { text: '' }] };
  if (name === 'streams') return withSubreddit(draft, '');
  return { ...draft, [name]: [...draft[name], ''] };
}

export const hasSubreddit = (draft: CampaignInput, name: string): boolean =>
  namesOf(draft.streams, 'subreddit').some((one) => one.toLowerCase() === name.toLowerCase());

/** The draft with a subreddit at the end: the others keep their places, which their reasons go by. */
export const withSubreddit = (draft: CampaignInput, name: string): CampaignInput => ({
  ...draft,
  streams: [...draft.streams, ...streamsNamed('subreddit', [name], includesComments(draft.streams))],
});

/** What a dry run can read: the accepted parts without faulty rules (1-based lines) and invalid names. */
export function usableOf(accepted: CampaignInput, faulty: ReadonlySet<number>): CampaignInput {
  return {
    ...accepted,
    rules: accepted.rules.filter((_, index) => !faulty.has(index + 1)),
    streams: accepted.streams.flatMap((stream) => {
      const name = normalizeName(stream.kind, stream.name);
      return name === null ? [] : [{ ...stream, name }];
    }),
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
    streams: draft.streams.filter(keep('streams')),
  };
}
