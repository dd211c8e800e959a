import { AppError } from '#core/platform/errors.ts';
import type { Trade } from '#core/trades/trades.ts';
import { findTrade, type FoundTrade, findTrades } from '#core/trades/find.ts';
import { type KnownTrades, regionsIn } from './built-in.ts';
import { type ProposalSource, sourceText } from './source.ts';
import { speechOf } from './speech.ts';

/** How many are shown to choose from. */
const maxFound = 4;
/** A fit this good is chosen without being asked if it is this much better than the next. */
const [clearFit, clearLead] = [0.36, 1.2];
/** So is a weaker one with a longer lead. */
const [likelyFit, longLead] = [0.28, 1.5];
/** Weaker ones aren't even shown. */
const leastFit = 0.12;

function isClear([first, second]: readonly FoundTrade[]): boolean {
  if (!first) return false;
  const lead = first.fit / (second?.fit ?? 0);
  return (first.fit >= clearFit && lead >= clearLead) || (first.fit >= likelyFit && lead >= longLead);
}

async function getTrade(id: string): Promise<Trade> {
  const trade = await findTrade(id);
  if (trade) return trade;
  throw new AppError('invalid', `No trade is called ${id}`, { details: [{ path: 'trades', message: `No trade is called ${id}` }] });
}

/** Trades of an offer: those that the user chose, or the likeliest if it is clear. They are known in English only. */
export async function chooseTrades(source: ProposalSource): Promise<KnownTrades> {
  const text = sourceText(source);
  if ((source.language ?? speechOf(text) ?? 'en') !== 'en') return { found: [], chosen: [] };
  // A trade whose customers ask about Ohio isn't one of everybody in Ohio.
  const said = regionsIn(text).reduce((rest, region) => rest.replaceAll(region, ' '), text);
  const found = (await findTrades(said, maxFound)).filter(({ fit }) => fit >= leastFit);
  const ids = source.trades ?? (isClear(found) ? found.slice(0, 1).map(({ id }) => id) : []);
  const chosen = await Promise.all(ids.map(getTrade));
  const others = chosen.filter(({ id }) => found.every((one) => one.id !== id)).map(({ id, name }) => ({ id, name, fit: 0 }));
  return { found: [...found, ...others], chosen };
}
