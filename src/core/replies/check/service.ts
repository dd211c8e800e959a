import type { Campaign } from '#shared/campaigns.ts';
import type { PostDetail } from '#shared/posts.ts';
import type { CheckPoint, ReplyCheck } from '#shared/reply-check.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import { sourceOf } from '#shared/sources.ts';
import { dayMs } from '#shared/time.ts';
import type { OwnActivity } from '../activity/service.ts';
import { gap } from '#core/ai/drafts.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { ReadableApi } from '#core/reddit/account/readable-api.ts';
import { isCommonWord } from '#core/text/background.ts';
import {
  accountPoint,
  capPoint,
  communityPoint,
  disclosurePoint,
  linksPoint,
  repeatedPoint,
  answeredPoint,
  notOnReddit,
  threadPoint,
} from './findings.ts';
import { type Facts, createThreadStates, promotionPoint } from './facts.ts';
import { listBrands } from '../own-product-queries.ts';
import { chooseAccount, type FindConnected } from '../outbox/enqueue.ts';
import { findTarget, listAnswers, listThere } from './queries.ts';

const amount = /(?:[$€£¥]\s?)?\d[\d.,]{0,15}(?:\s?(?:%|[$€£¥]|k\b|(?:percent|dollars|euros|pounds|usd|eur|gbp)\b))?/giu;
const link =
  /\bhttps?:\/\/[^\s<>()\][]{1,500}|\bwww\.[^\s<>()\][]{1,500}|\b(?:[\w-]{1,63}\.){1,4}(?:com|io|app|co|net|org|dev|ai|de|uk|eu)\b/giu;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]{0,40}/gu;
const sentenceEnd = /(?:^|[.!?:\n"“”*_#>(-])\s*$/u;

const linkKey = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/.,;:!?]+$/, '');
/** "1,200.50" and "1200.5" are the same. */
const numberKey = (text: string): string => {
  const digits = text.replaceAll(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  const isThousands = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits);
  return String(Number(isThousands ? digits.replaceAll(/[.,]/g, '') : digits.replaceAll(',', '.').replaceAll(/\.(?=.*\.)/g, '')));
};

/** "2 or 3 days" is a manner of speaking; "$3" and "3%" aren't. */
const isExact = (text: string): boolean => /[^\d\s.,]/.test(text) || text.replaceAll(/\D/g, '').length > 1;

function namesIn(text: string): string[] {
  const words = [...text.matchAll(word)].map(({ 0: found, index }) => ({
    found,
    isFirst: sentenceEnd.test(text.slice(Math.max(0, index - 4), index)),
  }));
  const inside = words.filter(({ isFirst }) => !isFirst);
  const capitals = inside.filter(({ found }) => /^\p{Lu}[\p{L}\p{N}'’-]{2,}/u.test(found));
  // German, or a text in capitals: they don't mark names.
  if (capitals.length > 4 && capitals.length > inside.length / 5) return [];
  return capitals.flatMap(({ found }) => {
    const name = found.replace(/['’]s$/u, '');
    return isCommonWord(name) || /^\p{Lu}{2,4}s?$/u.test(name) ? [] : [name];
  });
}

const most = 5;

/** Numbers, prices, links, and names of a text that the known texts don't have, as they are written. */
export function unknownClaims(text: string, known: string): string[] {
  const links = text.match(link) ?? [];
  const rest = links.reduce((left, found) => left.replace(found, ' '), text);
  const plainKnown = known.toLowerCase();
  const numbers = new Set((known.match(amount) ?? []).map(numberKey));
  const claims = [
    ...(rest.match(amount) ?? []).map((found) => found.trim()).filter((found) => isExact(found) && !numbers.has(numberKey(found))),
    ...links.filter((found) => !plainKnown.includes(linkKey(found))),
    ...namesIn(rest).filter((name) => !plainKnown.includes(name.toLowerCase())),
  ];
  return [...new Set(claims.map((claim) => claim.replace(/[.,]+$/, '')))].slice(0, most);
}

/** A reply must not state what nobody said: a person looks at everything that isn't in the facts, the offering, or the post. */
function factsPoint({ text, post, campaign, brands }: Pick<Facts, 'text' | 'post' | 'campaign' | 'brands'>): CheckPoint | null {
  if (text.trim() === '') return null;
  const { name, facts, offering, description, websiteUrl, idealCustomer, painPoints } = campaign;
  const said = [
    post.title,
    post.body,
    post.subreddit,
    post.author ?? '',
    ...post.thread.map(({ body, author }) => `${body} ${author ?? ''}`),
  ];
  const claims = unknownClaims(
    text,
    [name, facts, offering, description, websiteUrl, idealCustomer, ...painPoints, ...brands, ...said].join('\n'),
  );
  if (claims.length === 0)
    return { key: 'facts', level: 'ok', message: 'Every number, link, and name is in your facts, your offer, or the post', evidence: [] };
  return {
    key: 'facts',
    level: 'ask',
    message: `Not in your facts, your offer, or the post: ${claims.join(', ')}. Check that it's true`,
    evidence: claims,
  };
}

/** A gap left to fill in; null if there is none. */
export function placeholderPoint({ text }: Pick<Facts, 'text'>): CheckPoint | null {
  const [found] = gap.exec(text) ?? [];
  if (found === undefined) return null;
  return { key: 'placeholder', level: 'stop', message: `Fill in or delete ${found} before posting`, evidence: [] };
}

interface Deps {
  db: Db;
  now: Now;
  getPost: (actor: Actor, id: string) => Promise<PostDetail>;
  getCampaign: (actor: Actor, id: string) => Promise<Campaign>;
  readActivity: (actor: Actor, options: { maxAgeMs?: number; account?: string | null }) => Promise<OwnActivity>;
  findConnected: FindConnected;
  /** Names of colleagues who write a reply to the post right now. */
  listWriting: (actor: Actor, postId: string) => string[];
  /** Names of the person's accounts that can post. */
  listPosting: (userId: number) => Promise<string[]>;
  getSubreddit: (actor: Actor, name: string, options: { kept: boolean }) => Promise<Subreddit>;
  apiOf: (userId: number) => Promise<ReadableApi | null>;
  /** Maximum number of replies within 24 hours. */
  caps: Facts['caps'];
}

interface CheckedReply {
  postId: string;
  text: string;
  /** That would post it; undefined for the usual one. */
  account: string | undefined;
  /** The reply itself, if it is stored. */
  own?: number | null;
}

const missing = () => new AppError('not_found', 'Post not found');

function pointsOf(facts: Facts): CheckPoint[] {
  const points = [
    placeholderPoint(facts),
    communityPoint(facts),
    linksPoint(facts),
    disclosurePoint(facts),
    factsPoint(facts),
    promotionPoint(facts, 30),
    promotionPoint(facts, 90),
    threadPoint(facts),
    answeredPoint(facts),
    repeatedPoint(facts),
    accountPoint(facts),
    capPoint(facts),
  ].filter((point) => point !== null);
  return points.map(({ evidence, ...point }) => Object.assign(point, { evidence: evidence.filter(Boolean) }));
}

const worstOf = (points: readonly CheckPoint[]): ReplyCheck['level'] => {
  const has = (level: CheckPoint['level']) => points.some((point) => point.level === level);
  return has('stop') ? 'stop' : has('ask') ? 'ask' : 'ok';
};

/** Reddit knows nothing about posts from elsewhere. */
const elsewhere = ({ id, subreddit }: PostDetail, now: number): ReplyCheck => ({
  postId: id,
  subreddit,
  level: 'stop',
  points: [{ key: 'thread', level: 'stop', message: notOnReddit, evidence: [] }],
  account: null,
  accounts: [],
  ruleCount: null,
  promotion: 'unknown',
  checkedAt: isoTime(now),
});

/** Checks a reply before it is sent. Read-only. */
export function createReplyCheck(deps: Deps) {
  const { db, now, getPost, getCampaign, readActivity, getSubreddit, apiOf, findConnected, listPosting, listWriting, caps } = deps;
  const threadState = createThreadStates(now);

  /** `kept`: reads only the thread from Reddit and uses stored data for the rest. */
  async function gather(
    actor: Actor,
    { postId, text, account: asked, kept, own = null }: CheckedReply & { kept: boolean },
  ): Promise<Facts> {
    const [userId, workspace] = [userIdOf(actor), workspaceOf(actor)];
    const post = await getPost(actor, postId);
    const target = await findTarget(db, Number(postId));
    if (!target) throw missing();
    const account = (await chooseAccount({ db, findConnected }, { userId, campaignId: post.campaignId, asked }))?.username ?? null;
    const names = post.sample ? [] : [target.fullname, ...(target.link_fullname === null ? [] : [target.link_fullname])];
    const [activity, community, thread] = await Promise.all([
      readActivity(actor, { account, ...(kept ? { maxAgeMs: Infinity } : {}) }),
      getSubreddit(actor, post.subreddit, { kept }),
      apiOf(userId).then((transport) => threadState(names, transport?.api ?? null)),
    ]);
    const known = {
      answers: await listAnswers(db, { workspace, userId, since: now() - 90 * dayMs, but: own }),
      there: await listThere(db, { workspace, userId, target }),
      brands: await listBrands(db, workspace),
      campaign: await getCampaign(actor, post.campaignId),
      writing: listWriting(actor, postId),
    };
    return { now: now(), post, target, text, community, own: activity, account, thread, caps, ...known };
  }

  return {
    /** Throws `not_found`, also for other users' posts. */
    async check(actor: Actor, postId: string, { text, account }: { text: string; account?: string | undefined }): Promise<ReplyCheck> {
      const post = await getPost(actor, postId);
      if (!sourceOf(post.origin).can.reply) return elsewhere(post, now());
      const facts = await gather(actor, { postId, text, account, kept: false });
      const points = pointsOf(facts);
      return {
        postId,
        subreddit: facts.post.subreddit,
        level: worstOf(points),
        points,
        account: facts.account,
        accounts: await listPosting(userIdOf(actor)),
        ruleCount: facts.community.rules?.length ?? null,
        promotion: facts.community.promotion.level,
        checkedAt: isoTime(facts.now),
      };
    },

    /** Throws `conflict` with the reason if a point stops this reply. Unknown points don't. */
    async refuseStopped(actor: Actor, reply: CheckedReply): Promise<void> {
      const stops = pointsOf(await gather(actor, { ...reply, kept: true })).filter(({ level, key }) => level === 'stop' && key !== 'cap');
      if (stops.length > 0) throw new AppError('conflict', stops.map(({ message }) => message).join('. '));
    },
  };
}
