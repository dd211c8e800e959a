import { createHash } from 'node:crypto';
import type { Campaign } from '#shared/campaigns.ts';
import type { DraftReply, Tone } from '#shared/ai.ts';
import type { Lead } from '#shared/leads.ts';
import type { PostDetail } from '#shared/posts.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { dayMs } from '#shared/time.ts';
import { timeZone } from '#shared/time-zone.ts';
import { type Actor, ownerOf, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Ai } from '#core/ai/service.ts';
import type { Draft } from '#core/ai/drafts.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { fittingReplies, listOwnReplies } from './own-replies.ts';
import { findDraft, findSettings, findVoice, hasReply, listPresent, saveDraft } from './queries.ts';

interface Deps {
  db: Db;
  now: Now;
  ai: Pick<Ai, 'draft' | 'state' | 'spent'>;
  getPost: (actor: Actor, id: string) => Promise<PostDetail>;
  getCampaign: (actor: Actor, id: string) => Promise<Campaign>;
  /** Uses stored facts: a draft shouldn't wait for Reddit. */
  getSubreddit: (actor: Actor, name: string, options: { kept: boolean }) => Promise<Subreddit>;
}

/** What a reply to a post is written from, with a hash of these texts. */
interface Material {
  post: PostDetail;
  campaign: Campaign;
  voice: string;
  version: string;
}

const hashOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

async function readMaterial({ db, getPost, getCampaign }: Deps, actor: Actor, postId: string): Promise<Material> {
  const post = await getPost(actor, postId);
  if (post.goneAt !== null) throw new AppError('conflict', "The author deleted this, so you can't reply to it");
  const campaign = await getCampaign(actor, post.campaignId);
  const voice = (await findVoice(db, userIdOf(actor)))?.profile ?? '';
  const { offering, description, idealCustomer, facts } = campaign;
  return { post, campaign, voice, version: hashOf([post.title, post.body, offering, description, idealCustomer, facts, voice]) };
}

interface Asking {
  tone?: Tone | undefined;
  signal: AbortSignal;
}

/** Has the model write, and keeps what it wrote with the post. */
function createWriter({ db, now, ai, getSubreddit }: Deps) {
  /** What the model is writing now, by person, because it is in their voice, post, and tone: ten tabs ask once. */
  const writing = new Map<string, Promise<DraftReply | null>>();

  const isTried = async ({ post, version }: Material): Promise<boolean> => (await findDraft(db, Number(post.id)))?.version === version;

  async function ask(actor: Actor, material: Material, { tone, signal }: Asking): Promise<DraftReply | null> {
    const { post, campaign, voice, version } = material;
    const rules = post.origin === 'reddit' ? (await getSubreddit(actor, post.subreddit, { kept: true })).rules : null;
    const written = await ai.draft({
      post,
      campaign,
      facts: campaign.facts,
      voice,
      tone: tone ?? (await findSettings(db, userIdOf(actor))).defaultTone ?? 'helpful',
      subredditRules: (rules ?? []).map(({ name, text }) => (text === '' ? name : `${name}: ${text}`)),
      spender: { userId: ownerOf(actor), campaignId: campaign.id, leadId: post.leadId },
      signal,
    });
    if (!written) return null;
    const { variants, by } = written;
    // What the model couldn't do, it is asked again only by the user.
    if (variants.length > 0 || !(await isTried(material)))
      await saveDraft(db, {
        post_id: Number(post.id),
        user_id: workspaceOf(actor),
        version,
        variants: JSON.stringify(variants),
        by,
        created_at: now(),
      });
    return variants.length > 0 ? written : null;
  }

  return {
    canAsk: async (actor: Actor): Promise<boolean> => ai.state().state === 'ok' && (await ai.spent(ownerOf(actor))) === null,
    isTried,
    write(actor: Actor, material: Material, asking: Asking): Promise<DraftReply | null> {
      const key = `${userIdOf(actor)} ${material.post.id} ${asking.tone ?? ''}`;
      const running = writing.get(key) ?? ask(actor, material, asking).finally(() => writing.delete(key));
      writing.set(key, running);
      return running;
    },
  };
}

/** The written drafts of this version, otherwise what the user replied to similar questions. */
async function findDrafts(db: Db, actor: Actor, { post: { id, title, body }, version }: Material): Promise<DraftReply> {
  const row = await findDraft(db, Number(id));
  const variants = row?.version === version ? (JSON.parse(row.variants) as Draft[]) : [];
  if (row && variants.length > 0) return { variants, by: row.by };
  const userId = userIdOf(actor);
  const zone = timeZone((await findSettings(db, userId)).timezone ?? 'UTC').name;
  return { variants: fittingReplies(await listOwnReplies(db, userId), { title, body, timeZone: zone }), by: 'builtin' };
}

/** Users who haven't opened the app for longer get no drafts ahead. */
const absentMs = 3 * dayMs;

/** Drafts for the leads that users will see today. */
function createWritingAhead(deps: Deps, { canAsk, isTried, write }: ReturnType<typeof createWriter>) {
  const { db, now, ai } = deps;

  /** What to write a draft for this lead from; null if somebody has replied, or one was tried for this text. */
  async function materialFor(actor: Actor, { stage, sample, posts }: Lead): Promise<Material | null> {
    const [post] = posts;
    if (!post || sample || stage !== 'new') return null;
    const ids = posts.map(({ id }) => id);
    if (await hasReply(db, ids)) return null;
    const material = await readMaterial(deps, actor, post.id);
    return (await isTried(material)) ? null : material;
  }

  async function writeFor(actor: Actor, leads: readonly Lead[], signal: AbortSignal): Promise<number> {
    let count = 0;
    for (const lead of leads) {
      if (signal.aborted || !(await canAsk(actor))) break;
      try {
        const material = await materialFor(actor, lead);
        if (material && (await write(actor, material, { signal }))) count += 1;
      } catch (error) {
        // Deleted meanwhile.
        if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'conflict')) throw error;
      }
    }
    return count;
  }

  return async (listLeads: (actor: Actor) => Promise<readonly Lead[]>, signal: AbortSignal): Promise<{ written: number }> => {
    let written = 0;
    if (ai.state().state !== 'ok') return { written };
    for (const { id, role } of await listPresent(db, now() - absentMs)) {
      const actor: Actor = { kind: 'user', userId: String(id), role };
      if (!signal.aborted && (await canAsk(actor))) written += await writeFor(actor, await listLeads(actor), signal);
    }
    return { written };
  };
}

/** Drafts replies to posts and keeps the drafts with them. Sends nothing. */
export function createDrafting(deps: Deps) {
  const ending = new AbortController();
  const writer = createWriter(deps);
  return {
    /** Asks no model. Throws `not_found`, and `conflict` for a deleted post. */
    find: async (actor: Actor, postId: string): Promise<DraftReply> => findDrafts(deps.db, actor, await readMaterial(deps, actor, postId)),

    /** Has the model write drafts now; if it can't, the result of `find`. Throws the same. */
    async draftReply(actor: Actor, postId: string, tone?: Tone): Promise<DraftReply> {
      const material = await readMaterial(deps, actor, postId);
      return (await writer.write(actor, material, { tone, signal: ending.signal })) ?? findDrafts(deps.db, actor, material);
    },

    /** For the job. Stops where the model's budget ends. */
    writeAhead: createWritingAhead(deps, writer),
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
export type Drafting = ReturnType<typeof createDrafting>;
