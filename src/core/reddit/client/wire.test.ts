import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordedReply, type RecordedReply, redditReplies } from '#test/support/fixtures.ts';
import { RedditFailure } from './failure.ts';
import { failureOf, jsonOf } from './request.ts';
import { readListing, readThing, readThread } from './wire.ts';

function replyOf({ status, headers, body }: RecordedReply) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(headers), text };
}

/** Outcome of reading each recorded response: the number of items, or the kind of failure. */
const outcomes: Record<string, string> = {
  err_200_truncated_json: 'broken',
  err_400_bad_request_json: 'broken',
  err_400_fields_reason: 'broken',
  err_400_html: 'broken',
  err_401_invalid_token_www_authenticate: 'unauthorized',
  err_401_json: 'unauthorized',
  err_403_insufficient_scope: 'unauthorized',
  err_403_message: 'forbidden',
  err_403_quarantined_plain_2016: 'forbidden',
  err_403_quarantined_reason: 'quarantined',
  err_404_json: 'missing',
  err_414_uri_too_long: 'broken',
  err_429_html_retry_after: 'limited',
  err_502_empty: 'unreachable',
  err_504_empty: 'unreachable',
  quarantine_optin_302: 'broken',
  redirect_301_share_link: 'broken',
  redirect_301_topic: 'broken',
  redirect_302_r_random: 'broken',
  listing_user_saved_403_other_user: 'forbidden',
  'transcribed/err_302_nonexistent_subreddit': 'missing',
  'transcribed/err_403_gated_2024': 'quarantined',
  'transcribed/err_403_network_policy_html': 'forbidden',
  'transcribed/err_403_private_2020': 'private',
  comments_deleted_post_2020: '4 items',
  comments_permalink_context_2025: 'thread',
  comments_raw_json_2016: '1 items',
  comments_thread_2023: 'thread',
  comments_thread_with_more_2018: 'thread',
  info_by_sr_name: '0 items',
  info_comment_2023: '1 items',
  info_deleted_comment_2020: '1 items',
  info_mixed_t1_t3_t5_2020: 'items',
  info_post_2022: '1 items',
  info_unknown_id_empty: '0 items',
  listing_all_new_2021: 'items',
  listing_askreddit_new_2020: 'items',
  listing_before_empty_2016: '0 items',
  listing_before_empty_2021: '0 items',
  listing_last_page_2016: '1 items',
  listing_multireddit_new_2016: 'items',
  listing_my_subreddits_2020: '0 items',
  listing_popular_hot_2026: '4 items',
  listing_search_2020: 'items',
  listing_sub_comments_2023: '4 items',
  listing_subreddits_search_2016: '0 items',
  listing_subreddits_search_2020: '0 items',
  listing_user_comments_2020: 'items',
};

function outcomeOf(name: string): string {
  const reply = replyOf(readRecordedReply(name));
  try {
    const failure = failureOf(reply);
    if (failure) return failure.kind;
    const json = jsonOf(reply);
    const page = Array.isArray(json) ? readThread(json) : readListing(json);
    expect(page.refused).toBe(0);
    const words = `${page.items.length} items`;
    if (outcomes[name] === 'thread' && page.items[0]?.kind === 'post' && page.items.length > 1) return 'thread';
    return outcomes[name] === 'items' && page.items.length > 1 ? 'items' : words;
  } catch (error) {
    if (error instanceof RedditFailure) return error.kind;
    throw error;
  }
}

describe('recorded replies', () => {
  const names = ['', 'transcribed/'].flatMap((part) =>
    readdirSync(new URL(part || '.', redditReplies))
      .filter((file) => file.endsWith('.json'))
      .map((file) => part + file.slice(0, -5)),
  );

  it.each(names)('%s yields the expected items or failure', (name) => {
    // Responses that aren't listings (tokens, writes, accounts, rules) must be rejected.
    expect(outcomeOf(name)).toBe(outcomes[name] ?? 'broken');
  });

  it('include a file for every entry of the table', () => {
    expect(Object.keys(outcomes).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('of the newest format yield every field of a post', () => {
    const [item] = readListing(readRecordedReply('listing_popular_hot_2026').body).items;
    expect(item).toMatchObject({
      fullname: 't3_1sk99af',
      kind: 'post',
      subreddit: 'blursed_videos',
      author: 'redditor_0058',
      title: 'Blursed_Self defence',
      url: 'https://v.redd.it/2ptpanksayug1',
      permalink: 'https://www.reddit.com/r/blursed_videos/comments/1sk99af/blursed_self_defence/',
      createdAt: 1776083057000,
      score: 1913,
      numComments: 160,
      gone: null,
    });
  });

  it('yield the thread title of a comment', () => {
    const [item] = readListing(readRecordedReply('listing_sub_comments_2023').body).items;
    expect(item).toMatchObject({
      kind: 'comment',
      title: '<TEST_SUBREDDIT>',
      body: 'Did it work?',
      linkFullname: 't3_agi5zf',
      parentFullname: 't1_k3u4rtt',
    });
  });

  it('distinguish deleted posts and comments from deleted accounts', () => {
    const { items } = readListing(readRecordedReply('info_mixed_t1_t3_t5_2020').body);
    const gone = items.filter((item) => item.gone);
    expect(gone.map((item) => `${item.kind} ${item.gone}`).toSorted()).toEqual([
      'comment account',
      'comment deleted',
      ...Array<string>(4).fill('post deleted'),
    ]);
    for (const item of gone) expect(item.author).toBeNull();
    for (const item of gone.filter(({ gone: kind }) => kind === 'deleted'))
      expect([item.title, item.body, item.url]).toEqual(['', '', null]);
    expect(gone.find(({ gone: kind }) => kind === 'account')?.body).toMatch(/^Well in the last year/);
  });
});

describe('the reader', () => {
  const post = { name: 't3_abc', subreddit: 'SaaS', created_utc: 1_700_000_000, author: 'ann', title: 'Help', selftext: 'text' };

  it.each([
    ['its author deleted it', { selftext: '[deleted]', author: '[deleted]' }, 'deleted'],
    ['a link post was deleted', { selftext: '', removed_by_category: 'deleted' }, 'deleted'],
    ['moderators removed it', { selftext: '[removed]' }, 'removed'],
    ['a filter removed it', { removed_by_category: 'automod_filtered' }, 'removed'],
    ['the account was deleted', { author: '[deleted]' }, 'account'],
    ['it is unchanged', {}, null],
  ])('recognizes when %s', (_, change, gone) => {
    expect(readThing('t3', { ...post, ...change })?.gone).toBe(gone);
  });

  it('keeps no text of a deleted post, not even in its URL', () => {
    const item = readThing('t3', { ...post, selftext: '[deleted]', permalink: '/r/SaaS/comments/abc/help_with_my_secret/' });
    expect(item).toMatchObject({ title: '', body: '', author: null, permalink: 'https://www.reddit.com/comments/abc/' });
  });

  it.each([
    ['no name', { name: undefined }],
    ['the name of a comment', { name: 't1_abc' }],
    ['no community', { subreddit: null }],
    ['no time', { created_utc: null }],
    ['an absurd time', { created_utc: 1e300 }],
  ])('rejects a post with %s', (_, change) => {
    expect(readThing('t3', { ...post, ...change })).toBeNull();
  });

  it('skips and counts unreadable things without losing others', () => {
    const page = readListing({
      data: {
        children: [{ kind: 't3', data: post }, null, { kind: 't3', data: {} }, 7, { kind: 't3', data: { ...post, name: 't3_def' } }],
        after: 't3_def',
      },
    });
    expect(page.items.map((item) => item.fullname)).toEqual(['t3_abc', 't3_def']);
    expect(page).toMatchObject({ refused: 3, after: 't3_def' });
  });

  it('removes NULs and lone surrogates from texts and limits their length', () => {
    const item = readThing('t3', { ...post, title: `a\0b\ud800${'x'.repeat(400)}`, selftext: '😀'.repeat(50_000) });
    expect(item?.title).toHaveLength(300);
    expect(item?.title.startsWith('ab\ufffdx')).toBe(true);
    expect(Array.from(item?.body ?? '')).toHaveLength(40_000);
    expect(item?.body.isWellFormed()).toBe(true);
  });

  it('drops URLs that are not web URLs', () => {
    expect(readThing('t3', { ...post, url: 'javascript:alert(1)' })?.url).toBeNull();
    expect(readThing('t3', { ...post, permalink: 'https://evil.example/r/x' })?.permalink).toBeNull();
  });

  it('never throws or passes on an invalid value', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom('[deleted]', '[removed]', 't3_abc', 1e9),
    );
    const names = [
      'name',
      'id',
      'subreddit',
      'created_utc',
      'author',
      'title',
      'selftext',
      'body',
      'score',
      'num_comments',
      'permalink',
      'url',
      'link_id',
      'parent_id',
      'replies',
    ];
    const fields = fc.dictionary(fc.constantFrom(...names), value);
    const thing = fc.record({
      kind: fc.constantFrom('t1', 't3', 'more', 't5', 1),
      data: fc.oneof(
        fields,
        fc.record({
          name: fc.constant('t3_q'),
          subreddit: fc.constant('a'),
          created_utc: fc.constant(1e9),
          title: value,
          selftext: value,
          author: value,
          score: value,
          url: value,
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(thing, fc.anything()), { maxLength: 4 }), (children) => {
        const page = readListing({ kind: 'Listing', data: { children } });
        expect(page.items.length + page.refused).toBeLessThanOrEqual(children.length * 40);
        for (const item of page.items) {
          expect(item.title.isWellFormed() && item.body.isWellFormed() && !item.body.includes('\0')).toBe(true);
          expect(Number.isSafeInteger(item.createdAt)).toBe(true);
          expect(item.score === null || Number.isSafeInteger(item.score)).toBe(true);
        }
      }),
      { numRuns: 3000, seed: 69 },
    );
  });

  it('reads a thread that is nested ten thousand deep', () => {
    let replies: unknown = '';
    for (let depth = 10_000; depth > 0; depth--) {
      const data = { id: depth.toString(36), subreddit: 'a', created_utc: 1e9, author: 'b', body: 'c', link_id: 't3_abc', replies };
      replies = { kind: 'Listing', data: { children: [{ kind: 't1', data }] } };
    }
    const page = readThread([{ data: { children: [{ kind: 't3', data: post }] } }, replies]);
    expect(page.items).toHaveLength(10_001);
    expect(page.items[1]).toMatchObject({ title: 'Help', fullname: 't1_1' });
  });
});
