import { describe, expect, it } from 'vitest';
import { subredditNameSchema } from '#shared/campaigns.ts';
import { findSubreddit, listSubreddits, suggestSubreddits } from './catalog.ts';

const names = (terms: string[], limit = 8): string[] => suggestSubreddits(terms, limit).map(({ name }) => name);

describe('the catalog', () => {
  const all = listSubreddits();

  it('has at least 1,500 distinct subreddits with valid names', () => {
    expect(all.length).toBeGreaterThanOrEqual(1500);
    expect(new Set(all.map(({ name }) => name.toLowerCase())).size).toBe(all.length);
    expect(all.filter(({ name }) => !subredditNameSchema.safeParse(name).success || name.length > 21)).toEqual([]);
  });

  it('has a distinct description for at least 320 subreddits, and valid topics for all', () => {
    const described = all.filter(({ about }) => about !== '');
    expect(described.length).toBeGreaterThanOrEqual(320);
    expect(new Set(described.map(({ about }) => about)).size).toBe(described.length);
    expect(described.filter(({ about }) => !/^.{5,120}[.?]$/.test(about))).toEqual([]);
    expect(all.filter(({ topics }) => topics.some((topic) => !/^[a-z0-9]+$/.test(topic)) || new Set(topics).size < topics.length)).toEqual(
      [],
    );
  });

  it('finds a subreddit in any case, with and without r/', () => {
    expect(findSubreddit('R/SMALLBUSINESS')?.name).toBe('smallbusiness');
    expect(findSubreddit('/r/Etsy')?.name).toBe('Etsy');
    expect(findSubreddit('no_such_subreddit')).toBeUndefined();
  });
});

describe('suggestions', () => {
  it('for an invoicing tool include subreddits of freelancers and bookkeepers', () => {
    expect(names(['invoicing', 'freelancers', 'late payments', 'clients'])).toEqual(
      expect.arrayContaining(['freelance', 'selfemployed', 'Bookkeeping']),
    );
  });
  it('for WordPress hosting include Wordpress and webhosting', () => {
    expect(names(['managed wordpress hosting', 'plugin updates']).slice(0, 3)).toEqual(expect.arrayContaining(['Wordpress', 'webhosting']));
  });
  it('for a wedding marketplace include subreddits of couples and photographers', () => {
    expect(names(['wedding photographers', 'venues', 'couples'], 4)).toEqual(
      expect.arrayContaining(['weddingplanning', 'WeddingPhotography', 'wedding']),
    );
  });
  it('for a dog grooming app begin with doggrooming', () => {
    expect(names(['dog groomers', 'appointments', 'salon'], 5)[0]).toBe('doggrooming');
  });
  it('for a household budget app include subreddits about personal finance', () => {
    expect(names(['household budget app', 'debt', 'saving'])).toEqual(
      expect.arrayContaining(['ynab', 'personalfinance', 'povertyfinance']),
    );
  });
  it('for IT support include subreddits of administrators', () => {
    expect(names(['helpdesk software', 'network', 'managed services'], 4)).toEqual(expect.arrayContaining(['msp', 'sysadmin']));
  });

  it('prefer a rare topic to a common one', () => {
    expect(names(['software', 'sponsors'], 2).sort()).toEqual(['PartneredYoutube', 'podcasting']);
  });

  it('give a reason, put the best first, and stop at the limit', () => {
    const [first, ...rest] = suggestSubreddits(['Invoices', 'freelancing'], 3);
    expect(first?.why).toMatch(/^Talks about (invoices|freelancing)/);
    expect(rest.length).toBe(2);
    expect(names(['invoicing', 'freelancers'], 2)).toEqual(names(['invoicing', 'freelancers'], 20).slice(0, 2));
  });

  it('are empty for unknown words', () => {
    expect(suggestSubreddits(['zzyzx', 'of the'], 10)).toEqual([]);
    expect(suggestSubreddits([], 10)).toEqual([]);
  });
});
