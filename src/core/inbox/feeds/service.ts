import type { Page } from '#shared/common.ts';
import type { Lead, LeadListQuery } from '#shared/leads.ts';
import { getWorkspace } from '#core/accounts/security-stamp.ts';
import { hashOf, newSecret } from '#core/accounts/secret.ts';
import { type Actor, doerOf, ownerOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { transact, type Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { isOwnCampaign } from '../posts/queries.ts';
import { type FeedContent, type FeedEntry, contentHash, contentOf } from './content.ts';
import { deleteFeed, findFeedByHash, findFeedOf, noteContent, putFeed } from './queries.ts';

const itemOf = ({ id, title, author, url, summary, publishedAt }: FeedEntry) => ({
  id,
  ...(url !== null && { url }),
  title: title.toWellFormed(),
  content_text: summary.toWellFormed(),
  date_published: publishedAt,
  ...(author !== '' && { authors: [{ name: author }] }),
});

/** A JSON Feed, version 1.1 (https://www.jsonfeed.org/version/1.1/). */
const jsonFeedOf = ({ title, entries }: FeedContent): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: title.toWellFormed(), items: entries.map(itemOf) });

interface Deps {
  db: Db;
  now: Now;
  listLeads: (actor: Actor, query: LeadListQuery) => Promise<Page<Lead>>;
}

export type FeedForm = 'atom' | 'json';
export interface FeedFile {
  text: string;
  /** Hash of the content, the same for both formats. */
  hash: string;
  /** UTC ms. */
  changedAt: number;
}

const entries = 50;

/** A private feed of a campaign's newest leads; its secret address is all that is needed to read it. */
export function createFeeds({ db, now, listLeads }: Deps) {
  async function refuseOthers(actor: Actor, campaignId: string): Promise<void> {
    if (!(await isOwnCampaign(db, ownerOf(actor), campaignId))) throw new AppError('not_found', 'Campaign not found');
  }
  return {
    async get(actor: Actor, campaignId: string) {
      await refuseOthers(actor, campaignId);
      const feed = await findFeedOf(db, campaignId);
      return { active: feed !== undefined, createdAt: feed ? isoTime(feed.created_at) : null };
    },

    /** Creates a new address; the previous one stops working. */
    async renew(actor: Actor, campaignId: string) {
      await refuseOthers(actor, campaignId);
      const [secret, at] = [newSecret(), now()];
      await transact(db, async (trx) => {
        const { id, security_stamp: stamp } = await getWorkspace(trx, actor);
        const made = { token_hash: hashOf(secret), created_at: at, made_by: doerOf(actor), stamp };
        await putFeed(trx, { campaign_id: Number(campaignId), user_id: id, ...made });
      });
      return { active: true, createdAt: isoTime(at), path: `/api/feeds/${secret}.atom`, jsonPath: `/api/feeds/${secret}.json` };
    },

    async revoke(actor: Actor, campaignId: string): Promise<null> {
      await refuseOthers(actor, campaignId);
      await deleteFeed(db, campaignId);
      return null;
    },

    /** Throws `not_found` for an address that is unknown or was replaced. */
    async read(secret: string, form: FeedForm): Promise<FeedFile> {
      const feed = await findFeedByHash(db, hashOf(secret));
      if (!feed) throw new AppError('not_found', 'There is nothing here');
      const [owner, campaignId] = [{ kind: 'user', userId: String(feed.user_id), role: 'user' } as const, String(feed.campaign_id)];
      const { items } = await listLeads(owner, { campaignId, sort: '-discoveredAt', limit: entries });
      const content = contentOf({ id: campaignId, name: feed.name, leads: items });
      const hash = contentHash(content);
      const changedAt = hash === feed.content_hash ? feed.changed_at : now();
      // A removed lead also changes a feed, so the newest lead's time isn't enough.
      if (hash !== feed.content_hash) await noteContent(db, feed.campaign_id, { content_hash: hash, changed_at: changedAt });
      if (form === 'json') return { text: jsonFeedOf(content), hash, changedAt };
      const { atomOf } = await import('./atom.ts');
      return { text: atomOf(content, isoTime(changedAt)), hash, changedAt };
    },
  };
}
