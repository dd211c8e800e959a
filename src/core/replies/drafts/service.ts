import type { Campaign } from '#shared/campaigns.ts';
import type { DraftReply, Tone } from '#shared/ai.ts';
import type { PostDetail } from '#shared/posts.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Drafts } from '#core/ai/drafts.ts';
import type { DraftRequest } from '#core/ai/draft/request.ts';
import { AppError } from '#core/platform/errors.ts';

interface Deps {
  draft: (request: DraftRequest) => Promise<Drafts>;
  getPost: (actor: Actor, id: string) => Promise<PostDetail>;
  getCampaign: (actor: Actor, id: string) => Promise<Campaign>;
  /** Uses stored facts: a draft shouldn't wait for Reddit. */
  getSubreddit: (actor: Actor, name: string, options: { kept: boolean }) => Promise<Subreddit>;
}

/** Drafts replies to a post. Stores and sends nothing. */
export function createDrafting({ draft, getPost, getCampaign, getSubreddit }: Deps) {
  const ending = new AbortController();
  return {
    /** Three variants, outlines if no model answers. Throws `not_found`, and `conflict` for a deleted post. */
    async draftReply(actor: Actor, postId: string, tone: Tone): Promise<DraftReply> {
      const post = await getPost(actor, postId);
      if (post.goneAt !== null) throw new AppError('conflict', "The author deleted this, so you can't reply to it");
      const campaign = await getCampaign(actor, post.campaignId);
      const rules = post.origin === 'reddit' ? (await getSubreddit(actor, post.subreddit, { kept: true })).rules : null;
      return draft({
        post,
        campaign,
        tone,
        subredditRules: (rules ?? []).map(({ name, text }) => (text === '' ? name : `${name}: ${text}`)),
        spender: { userId: ownerOf(actor), campaignId: campaign.id, leadId: post.leadId },
        signal: ending.signal,
      });
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
export type Drafting = ReturnType<typeof createDrafting>;
