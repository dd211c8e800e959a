import { streamKindOf } from '#shared/sources.ts';
import type { Proposal } from '#shared/campaigns.ts';
import { createPropose } from '#core/ai/propose.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { streamsOf } from '#core/inbox/campaigns/streams.ts';
import { AppError } from '#core/platform/errors.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { isOnReddit } from '#core/reddit/stream.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { dayMs } from '#shared/time.ts';
import { type Shared, toolsOf } from '../command.ts';
import { openReading } from '../open-reading.ts';
import { counted } from '../output.ts';
import { showChoices } from '../stream-options.ts';
import { Best, createWriter, foundOf } from '../scan/writers.ts';
import { withStreamOptions } from '../stream-options.ts';
import { readStreams } from './read-streams.ts';

export interface FindOptions extends Shared {
  trade?: string[];
  days: number;
  limit: number;
}

const never = new AbortController().signal;

/** The campaign that would be suggested for the text, with the built-in rules; from the likeliest trade if none is clear. */
async function suggest(description: string, trades: readonly string[] | undefined): Promise<Proposal> {
  const propose = createPropose(null);
  const source = { mode: 'smart', description, websiteUrl: '', pages: [] } as const;
  const ask = async (chosen: readonly string[] | undefined) =>
    (await propose({ ...source, trades: chosen }, { userId: null, signal: never })).proposal;
  const proposal = await ask(trades);
  const [likeliest] = proposal.trades;
  return trades || !likeliest || proposal.trades.some(({ isChosen }) => isChosen) ? proposal : ask([likeliest.id]);
}

/** Prints the best conversations of sites that need no key, each with its reason. */
export async function runFind(text: string, options: FindOptions): Promise<void> {
  const tools = toolsOf(options);
  const { out, config } = tools;
  const proposal = await suggest(text, options.trade);
  const { draft } = proposal;
  for (const line of showChoices({ ...proposal, questions: [] })) out.say(line);
  const open = draft.streams.filter(({ kind }) => streamKindOf(kind).source !== 'reddit' && !streamKindOf(kind).isLive);
  const chosen = withStreamOptions(open, options);
  const campaign = { ...draft, streams: chosen };
  const streams = streamsOf(campaign).filter((stream) => !isOnReddit(stream));
  if (streams.length === 0)
    throw new AppError(
      'invalid',
      'Earshot knows no site where people ask for this. Say more about it, or name a site: --stack-exchange softwarerecs',
    );
  const now = Date.now();
  const scoring = scoringOf('find', campaign);
  const languageOf = await openLanguageOf([scoring]);
  const { match } = compileMatcher([scoring], languageOf);
  const matches = (item: FetchedItem): boolean => match(item).length > 0;
  const items = await readStreams(streams, tools, { oldest: now - options.days * dayMs, matches });
  const reading = openReading(
    {
      campaigns: [scoring],
      now: () => now,
      maxAgeDays: options.days,
      duplicates: new NearDuplicates(items.length + 1),
      ...(languageOf ? { languageOf } : {}),
    },
    config,
  );
  const best = new Best(options.limit);
  for (const item of items) {
    const result = await reading.score(item);
    if (result && result.decision !== 'none') best.add(foundOf(item, result));
  }
  const writer = createWriter(options.json ? 'json' : 'text', process.stdout);
  const found = best.list();
  for (const one of found) await writer.write(one);
  await writer.end();
  if (found.length === 0)
    out.say(
      `None of ${counted(items.length, 'post')} from the last ${options.days} days fit. Say more about what you sell, or name more sites.`,
    );
  await reading.close(out);
}
