import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { streamKindOf } from '#shared/sources.ts';
import { findTrade } from './find.ts';
import { hostOf, placesOf, readPlaces } from './places.ts';
import { fieldCount, readField } from './trades.ts';

describe('the catalog of forums and sites', () => {
  const { entries } = readPlaces();

  it('has at least 300 forums and sites, each once, in at most 100 kB', () => {
    expect(entries.length).toBeGreaterThanOrEqual(300);
    expect(new Set(entries.map(hostOf)).size).toBe(entries.length);
    expect(statSync(new URL('./places.json', import.meta.url)).size).toBeLessThanOrEqual(100_000);
  });

  it('has names as a campaign stores them, topics, and a title for each forum', () => {
    const faults = entries.filter(
      ({ kind, name, title, topics }) =>
        !('name' in streamKindOf(kind).readName(name)) ||
        JSON.stringify(streamKindOf(kind).readName(name)) !== JSON.stringify({ name }) ||
        topics.length === 0 ||
        new Set(topics).size < topics.length ||
        topics.some((topic) => topic.trim() !== topic || topic.length < 1 || topic.length > 40) ||
        (kind === 'discourse') !== (title !== ''),
    );
    expect(faults).toEqual([]);
  });

  it('names only trades that exist, and has each site of Stack Exchange that a trade names', async () => {
    const trades = (await Promise.all(Array.from({ length: fieldCount }, (_, field) => readField(field)))).flat();
    const ids = new Set(trades.map(({ id }) => id));
    expect(entries.flatMap((entry) => entry.trades).filter((id) => !ids.has(id))).toEqual([]);
    const hosts = new Set(entries.map(hostOf));
    const stack = trades
      .flatMap(({ sites }) => sites)
      .filter((host) => /stackexchange\.com$|^(?:stackoverflow|superuser|serverfault|askubuntu)\.com$/.test(host));
    expect([...new Set(stack)].filter((host) => !hosts.has(host))).toEqual([]);
  });
});

it('finds the sites that a trade names first, then the forums of its products, busiest first', async () => {
  const trade = await findTrade('smart-home-hub');
  const names = placesOf(trade ?? { id: '', sites: [] }).map(hostOf);
  expect(names).toContain('community.home-assistant.io');
  expect(names.indexOf('community.home-assistant.io')).toBeLessThan(names.indexOf('community.ezlo.com'));
  expect(placesOf({ id: 'unknown', sites: ['nowhere.example.com'] })).toEqual([]);
});
