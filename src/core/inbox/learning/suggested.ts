import type { Campaign, CampaignUpdate } from '#shared/campaigns.ts';
import { type Suggestions, withChange } from '#shared/suggestions.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { getRow } from '../campaigns/reading.ts';
import { type CampaignRow, fieldsOf, readDismissed, readSuggestions, suggestionsOf } from '../campaigns/rows.ts';
import { saveSuggestions } from './queries.ts';

interface Deps {
  db: Db;
  bus: Bus;
  changeCampaign: (actor: Actor, id: string, update: CampaignUpdate) => Promise<Campaign>;
}

const openOf = (row: CampaignRow) => suggestionsOf(row, fieldsOf(row));
const listSuggestions = async ({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Suggestions> => ({
  items: openOf(await getRow(db, actor, id)),
});

type Chosen = { id: string; key: string };

async function accept({ db, changeCampaign }: Deps, actor: Actor, { id, key }: Chosen): Promise<Campaign> {
  const row = await getRow(db, actor, id);
  const suggestion = openOf(row).find((one) => one.key === key);
  const update = suggestion && withChange(fieldsOf(row), suggestion.change);
  if (!update) throw new AppError('not_found', 'Suggestion not found');
  return changeCampaign(actor, id, update);
}

async function dismiss(deps: Deps, actor: Actor, { id, key, isBack = false }: Chosen & { isBack?: boolean }): Promise<Suggestions> {
  const userId = await transact(deps.db, async (trx) => {
    const row = await getRow(trx, actor, id);
    const suggestion = readSuggestions(row).find((one) => one.key === key);
    if (!suggestion) throw new AppError('not_found', 'Suggestion not found');
    const { [key]: _, ...others } = readDismissed(row);
    const dismissed = isBack ? others : { ...others, [key]: suggestion.marked };
    await saveSuggestions(trx, row.id, { dismissed_suggestions: JSON.stringify(dismissed) });
    return row.user_id;
  });
  deps.bus.announce(String(userId), ['campaigns-changed']);
  return listSuggestions(deps, actor, id);
}

/** Changes to a campaign that its feedback suggests. All throw `not_found` for other users' campaigns. */
export const createSuggestions = (deps: Deps) => ({
  list: (actor: Actor, campaignId: string): Promise<Suggestions> => listSuggestions(deps, actor, campaignId),
  /** Makes a suggested change. Throws `not_found` if it isn't suggested any more. */
  accept: (actor: Actor, chosen: Chosen): Promise<Campaign> => accept(deps, actor, chosen),
  dismiss: (actor: Actor, chosen: Chosen): Promise<Suggestions> => dismiss(deps, actor, chosen),
  /** Takes a dismissal back. */
  restore: (actor: Actor, chosen: Chosen): Promise<Suggestions> => dismiss(deps, actor, { ...chosen, isBack: true }),
});
