import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readThing } from '#core/reddit/client/wire.ts';
import { readRecordedReply } from '#test/support/fixtures.ts';
import { commentThing, communityThing, listing, postThing, rulesBody } from './things.ts';
import { createWorld } from './world.ts';

const thingSchema = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) });
const listingSchema = z.object({ data: z.object({ children: z.array(thingSchema) }) });
const bodyOf = (name: string) => readRecordedReply(name).body;
const childrenOf = (name: string) => {
  const body = bodyOf(name);
  return listingSchema.parse(Array.isArray(body) ? body[0] : body).data.children;
};
const dataOf = (thing: unknown) => thingSchema.parse(thing).data;

/** The fields that our reader reads, recorded while it reads. */
function fieldsRead(kind: 't1' | 't3', data: Record<string, unknown>): string[] {
  const asked = new Set<string>();
  const watched = new Proxy(data, { get: (target, name) => (typeof name === 'string' && asked.add(name), Reflect.get(target, name)) });
  readThing(kind, watched);
  return [...asked].toSorted();
}

/** The dotted paths of all members, without those inside arrays. */
function shape(value: unknown, prefix = ''): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [prefix + key].concat(shape(inner, `${prefix}${key}.`)));
}

/** The type of a field's value. */
const kindOf = (value: unknown) => (value === null ? 'null' : typeof value);

const world = createWorld(() => Date.UTC(2026, 10, 20));
const same = (text: string) => text;
const self = world.post({ subreddit: 'a' });
const link = world.post({ subreddit: 'a', url: 'https://example.com/', flair: 'Help' });
const deleted = world.post({ subreddit: 'a' });
world.setGone(deleted, 'deleted');
const comment = world.comment({ on: self });
const posts = [self, link, deleted].map((name) => dataOf(postThing(world, world.get(name), same)));

const comments = [dataOf(commentThing(world, world.get(comment), { escape: same, inThread: false }))];

describe('fake Reddit', () => {
  it.each([
    {
      what: 'posts',
      kind: 't3' as const,
      recordings: ['listing_popular_hot_2026', 'listing_askreddit_new_2020', 'info_post_2022', 'comments_deleted_post_2020'],
      faked: posts,
    },
    { what: 'comments', kind: 't1' as const, recordings: ['listing_sub_comments_2023', 'listing_user_comments_2020'], faked: comments },
  ])('has the same type as the recorded one in every field of $what that we read', ({ kind, recordings, faked }) => {
    const recorded = recordings
      .flatMap(childrenOf)
      .filter((thing) => thing.kind === kind)
      .map(({ data }) => data);
    const [sample = {}] = recorded;
    const kinds = (things: Record<string, unknown>[], name: string) =>
      new Set(things.filter((data) => name in data).map((data) => kindOf(data[name])));
    const read = fieldsRead(kind, { ...sample });
    expect(read.length).toBeGreaterThan(10);
    for (const name of read) {
      const real = kinds(recorded, name);
      const ours = kinds(faked, name);
      expect([name, [...ours].filter((value) => !real.has(value))]).toEqual([name, []]);
      expect([name, ours.size > 0]).toEqual([name, real.size > 0]);
    }
  });

  it.each([
    ['a community', 'subreddit_about_redditdev_2020', communityThing(world.community('a'))],
    ['rules', 'subreddit_rules_2020', rulesBody(world.community('b', { rules: ['No spam'] }))],
    ['an empty listing', 'listing_before_empty_2021', listing([])],
  ])('has the same members of %s as the recorded one', (_, name, faked) => {
    const real = new Set(shape(bodyOf(name)));
    const invented = shape(faked).filter((path) => !real.has(path) && !path.endsWith('geo_filter'));
    expect(invented).toEqual([]);
  });
});
