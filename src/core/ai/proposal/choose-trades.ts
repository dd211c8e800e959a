import { AppError } from '#core/platform/errors.ts';
import type { Trade } from '#core/trades/trades.ts';
import { findTrade, type FoundTrade, findTrades } from '#core/trades/find.ts';
import { type KnownTrades, regionsIn } from './built-in.ts';
import { type ProposalSource, sourceText } from './source.ts';
import { speechOf } from './speech.ts';

/** How many are shown to choose from. */
const maxFound = 4;
/** One that the text names is chosen without being asked if it fits this well, and this much better than the others it names. */
const [namedFit, namedLead] = [0.22, 1.15];
/** Any other must fit better, and lead by more before all others. */
const [clearFit, clearLead] = [0.42, 1.4];
/** Weaker ones aren't even shown. */
const leastFit = 0.12;
/** Beside one that is clear, only those that fit nearly as well. */
const nearlyAsWell = 0.65;

function isClear([first, ...others]: readonly FoundTrade[]): boolean {
  if (!first) return false;
  const [fit, lead] = first.isNamed ? [namedFit, namedLead] : [clearFit, clearLead];
  return first.fit >= fit && others.every((other) => (first.isNamed && !other.isNamed) || first.fit >= lead * other.fit);
}

const refusal = (message: string) => new AppError('invalid', message, { details: [{ path: 'trades', message }] });

async function getTrade(id: string): Promise<Trade> {
  const trade = await findTrade(id);
  if (trade) return trade;
  throw refusal(`No trade is called ${id}`);
}

/** Trades of an offer: those that the user chose, or the likeliest if it is clear. They are known in English only. */
export async function chooseTrades(source: ProposalSource): Promise<KnownTrades> {
  const text = sourceText(source);
  if ((source.language ?? speechOf(text) ?? 'en') !== 'en') {
    if (source.trades && source.trades.length > 0) throw refusal('Trades are known for customers who write English');
    return { found: [], chosen: [] };
  }
  // A trade whose customers ask about Ohio isn't one of everybody in Ohio.
  const said = regionsIn(text).reduce((rest, region) => rest.replaceAll(region, ' '), text);
  const fitting = (await findTrades(said, maxFound)).filter(({ fit }) => fit >= leastFit);
  const [best] = fitting;
  const clear = best && isClear(fitting) ? best : null;
  const found = clear ? fitting.filter(({ fit }) => fit >= nearlyAsWell * clear.fit) : fitting;
  const ids = source.trades ?? (clear ? [clear.id] : []);
  const chosen = await Promise.all(ids.map(getTrade));
  const others = chosen.filter(({ id }) => found.every((one) => one.id !== id));
  return { found: [...found, ...others].map(({ id, name }) => ({ id, name })), chosen };
}
