import { describe, expect, it } from 'vitest';
import { subredditNameSchema } from '#shared/campaigns.ts';
import { findSubreddit, listSubreddits, suggestSubreddits } from './catalog.ts';

const names = (terms: string[], limit = 8): string[] => suggestSubreddits(terms, limit).map(({ name }) => name);

describe('the catalog', () => {
  const all = listSubreddits();

  it('knows at least 1,500 subreddits, each once and by a name that Reddit could have', () => {
    expect(all.length).toBeGreaterThanOrEqual(1500);
    expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
    expect(all.filter(({ name }) => !subredditNameSchema.safeParse(name).success || name.length > 21)).toEqual([]);
  });

  it('says of each what it is about, in words of its own', () => {
    const described = all.filter(({ about }) => about !== '');
    expect(described.length).toBeGreaterThanOrEqual(320);
    expect(new Set(described.map(({ about }) => about)).size).toBe(described.length);
    expect(described.filter(({ about }) => !/^.{5,120}[.?]$/.test(about))).toEqual([]);
    expect(all.filter(({ topics }) => topics.some((topic) => !/^[a-z0-9]+$/.test(topic)) || new Set(topics).size < topics.length)).toEqual(
      [],
    );
  });

  it('finds a name in any case, with and without r/', () => {
    expect(findSubreddit('R/SMALLBUSINESS')?.name).toBe('smallbusiness');
    expect(findSubreddit('/r/Etsy')?.name).toBe('Etsy');
    expect(findSubreddit('no_such_subreddit')).toBeUndefined();
  });
});

describe('suggestions', () => {
  it('for an invoicing tool are where freelancers and bookkeepers talk', () => {
    expect(names(['invoicing', 'freelancers', 'late payments', 'clients'])).toEqual(
      expect.arrayContaining(['freelance', 'selfemployed', 'Bookkeeping']),
    );
  });
  it('for WordPress care are where sites are run', () => {
    expect(names(['managed wordpress hosting', 'plugin updates']).slice(0, 3)).toEqual(expect.arrayContaining(['Wordpress', 'webhosting']));
  });
  it('for a wedding marketplace are where couples and photographers plan', () => {
    expect(names(['wedding photographers', 'venues', 'couples'], 4)).toEqual(
      expect.arrayContaining(['weddingplanning', 'WeddingPhotography', 'wedding']),
    );
  });
  it('for a dog grooming booking app are about dogs and their groomers', () => {
    expect(names(['dog groomers', 'appointments', 'salon'], 5)[0]).toBe('doggrooming');
  });
  it('for a household budget app are about money at home', () => {
    expect(names(['household budget app', 'debt', 'saving'])).toEqual(
      expect.arrayContaining(['ynab', 'personalfinance', 'povertyfinance']),
    );
  });
  it('for IT support are where administrators sit', () => {
    expect(names(['helpdesk software', 'network', 'managed services'], 4)).toEqual(expect.arrayContaining(['msp', 'sysadmin']));
  });

  it('count a rare topic more than one that many places share', () => {
    expect(names(['software', 'sponsors'], 2).sort()).toEqual(['PartneredYoutube', 'podcasting']);
  });

  it('say why, keep the best first and stop at the limit', () => {
    const [first, ...rest] = suggestSubreddits(['Invoices', 'freelancing'], 3);
    expect(first?.why).toMatch(/^Talks about (invoices|freelancing)/);
    expect(rest.length).toBe(2);
    expect(names(['invoicing', 'freelancers'], 2)).toEqual(names(['invoicing', 'freelancers'], 20).slice(0, 2));
  });

  it('are none for words that no place is about', () => {
    expect(suggestSubreddits(['zzyzx', 'of the'], 10)).toEqual([]);
    expect(suggestSubreddits([], 10)).toEqual([]);
  });
});
