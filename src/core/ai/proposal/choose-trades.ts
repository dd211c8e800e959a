import { type CustomerLanguage, languageName } from '#shared/languages.ts';
import { AppError } from '#core/platform/errors.ts';
import { findTrade, type FoundTrade, findTrades } from '#core/trades/find.ts';
import { findTradeIn, findTradesIn } from '#core/trades/find-in-language.ts';
import { withoutDenied } from '#core/trades/offered.ts';
import type { Trade } from '#core/trades/trades.ts';
import type { KnownTrades } from './built-in.ts';
import { narrowTrades } from './narrow-trades.ts';
import { regionsIn } from './regions.ts';
import { type ProposalSource, sourceText } from './source.ts';
import { speechOf } from './speech.ts';

/** How many are shown to choose from. */
const maxFound = 4;
/** Weaker ones aren't even shown. */
const leastFit = { byMeaning: 0.4, byWords: 0.12 };
/** Beside one that is clear, only those that fit nearly as well. */
const nearlyAsWell = 0.2;

const wellFit = 0.82;
const leastLead = { well: 0.1, hardly: 0.11 };

/** Whether the first is chosen without being asked: it fits well, by more than its words, and leads clearly. */
function isClear([first, second]: readonly FoundTrade[]): boolean {
  if (!first) return false;
  const other = second?.fit ?? 0;
  return first.likeness === null
    ? first.fit >= 0.42 && first.fit >= 1.4 * other
    : first.fit >= 0.65 && first.likeness >= 0.45 && first.fit - other >= (first.fit >= wellFit ? leastLead.well : leastLead.hardly);
}

const refusal = (message: string) => new AppError('invalid', message, { details: [{ path: 'trades', message }] });

async function getTrade(language: CustomerLanguage, id: string): Promise<Trade> {
  const trade = language === 'en' ? await findTrade(id) : await findTradeIn(language, id);
  if (trade) return trade;
  throw refusal(language === 'en' ? `No trade is called ${id}` : `${languageName(language)} has no trade called ${id}`);
}

/** Trades of an offer, as its customers' language knows them: those that the user chose, or the likeliest if it is clear. `isOff`: the built-in model. */
export async function chooseTrades(source: ProposalSource, isOff = false): Promise<KnownTrades> {
  const text = sourceText(source);
  const language = source.language ?? speechOf(text) ?? 'en';
  // A trade whose customers ask about Ohio isn't one of everybody in Ohio.
  const said = regionsIn(text, language).reduce((rest, region) => rest.replaceAll(region, ' '), withoutDenied(text, language));
  const likely = await (language === 'en' ? findTrades(said, maxFound, isOff) : findTradesIn(language, said, maxFound));
  const fitting = likely.filter(({ fit, likeness }) => fit >= (likeness === null ? leastFit.byWords : leastFit.byMeaning));
  const clear = isClear(fitting) ? fitting[0] : undefined;
  const found = clear ? fitting.filter(({ fit }) => fit >= clear.fit - nearlyAsWell) : fitting;
  const ids = source.trades ?? (clear ? [clear.id] : []);
  const chosen = await Promise.all(ids.map((id) => getTrade(language, id)));
  const others = chosen.filter(({ id }) => found.every((one) => one.id !== id));
  const narrowed = await narrowTrades(chosen, { said, text, language, isOff });
  return { found: [...found, ...others].map(({ id, name }) => ({ id, name })), chosen: narrowed };
}
