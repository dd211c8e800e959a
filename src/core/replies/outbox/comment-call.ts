import { UpstreamError } from '#core/platform/http/upstream.ts';
import type { TokenSource } from '#core/reddit/client/token.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';
import { readCommentReply, type CommentResult } from './comment-reply.ts';

export interface Comment {
  parent: string;
  text: string;
}
/** Throws `RedditFailure` only if nothing was sent: no token, or no budget left. */
export type PostComment = (comment: Comment, token: TokenSource) => Promise<CommentResult>;

/** Calls `/api/comment` once. Retries only after a 401, with a new token: Reddit has posted nothing then. */
export function createCommentCall({ upstream, budget }: Pick<RedditClient, 'upstream' | 'budget'>, apiUrl: string): PostComment {
  const url = `${apiUrl.replace(/\/+$/, '')}/api/comment`;

  async function once(bearer: string, { parent, text }: Comment) {
    const settle = await budget.take({ priority: 'interactive' });
    const headers = { authorization: `bearer ${bearer}`, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ api_type: 'json', raw_json: '1', thing_id: parent, text }).toString();
    try {
      const reply = await upstream.send({ url, method: 'POST', headers, body });
      settle(reply);
      return reply;
    } catch (error) {
      settle(null);
      if (error instanceof UpstreamError) return null;
      throw error;
    }
  }

  return async (comment, token) => {
    const first = await token.get();
    let reply = await once(first, comment);
    if (reply?.status === 401) {
      token.drop(first);
      reply = await once(await token.get(), comment);
    }
    return reply ? readCommentReply(reply) : { kind: 'unclear', reason: 'The connection broke before Reddit responded.' };
  };
}
