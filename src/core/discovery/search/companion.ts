import { type PageCall, type PageText, maxTextsLength, type SavedText } from '#shared/companion.ts';
import { authorAt, originOf } from '#shared/origin.ts';
import { sourceOf } from '#shared/sources.ts';
import { type Actor, pathIn, workspaceOf } from '#core/platform/actor.ts';
import { listCampaignsBy } from '#core/inbox/campaigns/queries.ts';
import type { CampaignRow } from '#core/inbox/campaigns/rows.ts';
import { pageSourceOf } from '#core/inbox/items/queries.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/guards/disk.ts';
import { type FetchedItem, textOnly, timeOf, unknownTime } from '#core/platform/item.ts';
import { targetOnPage } from '#core/sources/target.ts';
import { cleanText, lineOf, maxTitleLength } from '#core/text/clean.ts';
import { requireItemSpace } from '../imports/import.ts';
import { isOpenTo } from '../pass/open-items.ts';
import { type ListFollowedNames, listOwnAccounts } from '../pass/queries.ts';
import type { KeepTriedDeps } from './keep-tried.ts';
import { previewOf, type ScoreForAll } from './preview.ts';

export interface CompanionDeps extends Pick<KeepTriedDeps, 'getKeeping' | 'keepItem' | 'scorerFor'> {
  db: Db;
  now: Now;
  limits: Config['limits'];
  diskSpace: DiskSpace;
  scorerForAll: ScoreForAll;
  listFollowedNames: ListFollowedNames;
  /** The lead of a post; null if it is none. */
  leadOf: (actor: Actor, postId: string) => Promise<string | null>;
}

const maxCampaigns = 100;

/** As if its source had been read, so that whoever monitors it has the same post. */
function itemOf({ url, kind, software, author, title, text, writtenAt }: PageText, now: number): FetchedItem {
  const body = cleanText(text);
  const name = lineOf(author ?? '', 80);
  const { site, ...target } = targetOnPage(new URL(url), { kind, body, software });
  return {
    ...textOnly,
    ...target,
    author: name === '' ? null : site === 'reddit.com' ? name : authorAt(name, site),
    title: lineOf(title, maxTitleLength),
    body,
    createdAt: writtenAt === null ? unknownTime : timeOf(writtenAt, now),
  };
}

/** Throws `invalid` for more than fits one request, and for a text of nothing. */
function itemsOf(texts: readonly PageText[], now: number): FetchedItem[] {
  if (texts.reduce((sum, { title, text }) => sum + title.length + text.length, 0) > maxTextsLength)
    throw new AppError('invalid', `Send at most ${maxTextsLength.toLocaleString('en-US')} characters at once.`);
  const items = texts.map((text) => itemOf(text, now));
  if (items.some(({ title, body }) => title === '' && body === '')) throw new AppError('invalid', 'A text is empty.');
  return items;
}

/** What a source that says what was deleted knows is checked there like its own. */
const sourceFor = ({ fullname }: FetchedItem): string => {
  const { id, can } = sourceOf(originOf(fullname));
  return can.followDeletions ? pageSourceOf(id) : 'import';
};

const ranks: readonly PageCall['outcome'][] = ['filtered', 'unmatched', 'below', 'post', 'lead'];
const byWorth = (a: PageCall, b: PageCall): number => ranks.indexOf(b.outcome) - ranks.indexOf(a.outcome) || b.score - a.score;
const ofOwnAccount = 'From your own account';

/** Scores and saves what a user reads in a browser, for its extension. */
export function createCompanion({ db, now, limits, diskSpace, getKeeping, keepItem, scorerFor, scorerForAll, ...deps }: CompanionDeps) {
  async function callsOf(rows: readonly CampaignRow[], items: readonly FetchedItem[]): Promise<(PageCall | null)[]> {
    const results = await (await scorerForAll(rows))(items);
    return results.map((own) => {
      const calls = rows.flatMap((row, at): PageCall[] => {
        const preview = previewOf(own[at], row);
        if (!preview) return [];
        const { confidence: score, outcome, reason } = preview;
        return [{ campaignId: String(row.id), score, outcome, reason }];
      });
      return calls.toSorted(byWorth)[0] ?? null;
    });
  }

  return {
    /** The best campaign of each text; stores nothing. */
    async score(actor: Actor, texts: readonly PageText[]) {
      const userId = workspaceOf(actor);
      const items = itemsOf(texts, now());
      const rows = await listCampaignsBy(db, { user_id: userId, sample: 0, status: 'active' }, maxCampaigns);
      const own = (await listOwnAccounts(db, [userId], deps.listFollowedNames)).get(userId);
      const calls = rows.length === 0 ? items.map(() => null) : await callsOf(rows, items);
      return {
        campaigns: rows.map(({ id, name }) => ({ id: String(id), name })),
        calls: items.map((item, at): PageCall | null => {
          const call = calls[at] ?? null;
          return call === null || isOpenTo(item, own) ? call : { ...call, outcome: 'filtered', reason: ofOwnAccount };
        }),
      };
    },

    /** Visible to the campaign alone, like its imports: whatever a page says must not change what others read. */
    async save(actor: Actor, { campaignId, texts }: { campaignId: string; texts: readonly PageText[] }): Promise<{ saved: SavedText[] }> {
      const row = await getKeeping(actor, campaignId);
      const items = itemsOf(texts, now());
      if ((await diskSpace()) <= 0) throw new AppError('unavailable', diskFullMessage);
      await transact(db, (trx) => requireItemSpace(trx, row.user_id, limits));
      const results = await (await scorerFor(row))(items);
      const saved: SavedText[] = [];
      for (const [at, item] of items.entries()) {
        const result = results[at];
        if (!result?.assessment) throw new AppError('conflict', "This can't be scored, so it can't be saved");
        const kept = await keepItem(row, { item, result }, { scope: `campaign:${row.id}`, source: sourceFor(item), isWanted: true });
        const leadId = await deps.leadOf(actor, kept.postId);
        const path = leadId === null ? `dashboard/posts?status=all&post=${kept.postId}` : `dashboard/leads/${leadId}?reply=1`;
        saved.push({ ...kept, leadId, path: pathIn(String(row.user_id), path) });
      }
      return { saved };
    },
  };
}
