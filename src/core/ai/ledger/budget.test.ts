import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#core/platform/db/connect.ts';
import { findExisting } from '#core/inbox/spend-queries.ts';
import { openTestDatabase } from '#test/support/test-database.ts';
import { createBudget, maxTokensOf, type Refused } from './budget.ts';
import type { Reservation } from './budget-queries.ts';
import type { LedgerEntry } from './entry.ts';
import { listSpend, readMissRate, readSpend } from './spend-queries.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;
const today = Math.floor(noon / dayMs);

let db: Db;
let clock: { now: number };
beforeEach(async () => {
  ({ db } = await openTestDatabase());
  clock = { now: noon };
  const user = (id: number) => ({
    id,
    username: `u${id}`,
    username_key: `u${id}`,
    email: `u${id}`,
    email_key: `u${id}`,
    password_hash: '',
    role: 'user' as const,
    created_at: 1,
  });
  await db('users').insert([user(1), user(2)]);
});
afterEach(() => db.destroy());

const budgetOf = (limits: Partial<{ tokensPerDay: number; callsPerDay: number; tokensPerUserDay: number; tokensPerCall: number }> = {}) =>
  createBudget({
    db,
    now: () => clock.now,
    ceilings: { tokensPerDay: 10_000, callsPerDay: 1000, tokensPerUserDay: 10_000, tokensPerCall: 5000, ...limits },
    longestCallMs: 60_000,
    findExisting,
  });
const isHeld = (answer: Reservation | Refused): answer is Reservation => !('refused' in answer);
const used = (tokensIn: number, rest: Partial<LedgerEntry> = {}): Omit<LedgerEntry, 'at' | 'day'> => ({
  userId: null,
  campaignId: null,
  leadId: null,
  provider: 'ollama',
  model: 'm',
  purpose: 'score',
  tokensIn,
  tokensOut: 0,
  cost: null,
  items: 8,
  failure: '',
  ...rest,
});
const held = async (budget: ReturnType<typeof budgetOf>, tokens: number, userId: string | null = null): Promise<Reservation> => {
  const answer = await budget.reserve(userId, tokens);
  if (!isHeld(answer)) throw new Error(answer.message);
  return answer;
};

describe('the budget', () => {
  test('never reserves more than the daily limit for 50 parallel calls', async () => {
    const processes = Array.from({ length: 50 }, () => budgetOf({ tokensPerDay: 1003 }));
    const answers = await Promise.all(processes.map((budget) => budget.reserve(null, 100)));
    expect(answers.filter(isHeld)).toHaveLength(10);
    expect(answers.find((answer) => !isHeld(answer))).toMatchObject({ refused: 'budget', until: (today + 1) * dayMs });
    expect(isHeld(await budgetOf({ tokensPerDay: 1003 }).reserve(null, 3))).toBe(true);
    expect(isHeld(await budgetOf({ tokensPerDay: 1003 }).reserve(null, 1))).toBe(false);
  });

  test('lets parallel calls use the tokens that others give back', async () => {
    const budget = budgetOf({ tokensPerDay: 1003 });
    const calls = Array.from({ length: 50 }, async () => {
      const answer = await budget.reserve(null, 100);
      if (!isHeld(answer)) return 0;
      await budget.settle(answer, used(30));
      return 30;
    });
    const spent = (await Promise.all(calls)).reduce<number>((sum, tokens) => sum + tokens, 0);
    expect(spent).toBe(930);
    expect((await readSpend(db, { from: today, to: today })).tokensIn).toBe(930);
  });

  test('frees the unused part of a reservation on settlement', async () => {
    const budget = budgetOf({ tokensPerDay: 1000 });
    const first = await held(budget, 1000);
    expect(isHeld(await budgetOf({ tokensPerDay: 1000 }).reserve(null, 1))).toBe(false);
    await budget.settle(first, used(400));
    expect(isHeld(await budget.reserve(null, 601))).toBe(false);
    expect(isHeld(await budget.reserve(null, 600))).toBe(true);
  });

  test('limits the number of calls, including failed ones', async () => {
    const budget = budgetOf({ callsPerDay: 3 });
    for (let call = 0; call < 2; call += 1) await budget.settle(await held(budget, 10), used(0, { failure: 'server' }));
    await held(budget, 10);
    expect(await budgetOf({ callsPerDay: 3 }).reserve(null, 10)).toMatchObject({
      refused: 'budget',
      message: "Today's AI budget is spent (3 calls)",
    });
  });

  test('limits a user without affecting the others', async () => {
    const budget = budgetOf({ tokensPerUserDay: 500 });
    await budget.settle(await held(budget, 500, '1'), used(500, { userId: '1' }));
    expect(await budget.reserve('1', 1)).toMatchObject({ refused: 'user-budget' });
    expect(isHeld(await budget.reserve('2', 500))).toBe(true);
    expect(isHeld(await budget.reserve(null, 600))).toBe(true);
  });

  const signIn = (...ids: number[]) =>
    db('users')
      .whereIn('id', ids)
      .update({ last_login_at: noon - 7 * dayMs });
  /** How many of these calls in a row get through. */
  async function callsOf(user: string, wanted: number, callsPerDay: number): Promise<number> {
    let made = 0;
    for (let call = 0; call < wanted; call += 1) if (isHeld(await budgetOf({ callsPerDay }).reserve(user, 1))) made += 1;
    return made;
  }

  test('gives all calls of the day to the only user who signed in lately', async () => {
    await signIn(1);
    expect(await callsOf('1', 20, 12)).toBe(12);
  });

  test("keeps a share of the day's calls for a user who calls later", async () => {
    await signIn(1, 2);
    expect(await callsOf('1', 20, 12)).toBe(6);
    expect(await budgetOf({ callsPerDay: 12 }).reserve('1', 1)).toMatchObject({
      refused: 'user-budget',
      message: "Your share of today's AI calls is spent. The rest is kept for other users",
    });
    expect(await callsOf('2', 20, 12)).toBe(6);
  });

  test('lets every user call once however small the share is', async () => {
    await signIn(1, 2);
    expect(await callsOf('1', 5, 1)).toBe(1);
  });

  test("counts the calls of all members toward the plan's daily limit", async () => {
    await db('plan_limits').insert([
      { id: 'team', position: 0, ai_calls_per_day: 3 },
      { id: 'free', position: 1 },
    ]);
    await db('users').where({ id: 1 }).update({ plan: 'team' });
    await db('plan_seats').insert({ user_id: 1, email: 'u2', email_key: 'u2', member_id: 2, created_at: 1 });
    const answers = await Promise.all(['1', '2', '1', '2', '1'].map((user) => budgetOf().reserve(user, 1)));
    expect(answers.filter(isHeld)).toHaveLength(3);
    expect(await budgetOf().reserve('2', 1)).toMatchObject({
      refused: 'user-budget',
      message: "Your plan's AI budget for today is spent (3 calls)",
    });
    expect(isHeld(await budgetOf().reserve(null, 1))).toBe(true);
    await db('plan_seats').delete();
    expect(isHeld(await budgetOf().reserve('2', 1))).toBe(true);
  });

  test('reports a spent limit until the day ends, also for the calls of another process', async () => {
    const budget = budgetOf({ callsPerDay: 2 });
    expect(await budget.spent(null)).toBeNull();
    for (let call = 0; call < 2; call += 1) await budget.settle(await held(budget, 10), used(10));
    expect(await budgetOf({ callsPerDay: 2 }).spent(null)).toMatchObject({ refused: 'budget' });
    expect(await budgetOf({ tokensPerDay: 25 }).spent(null)).toMatchObject({ refused: 'budget' });
    expect(await budgetOf({ tokensPerDay: 30 }).spent(null)).toBeNull();
    clock.now += dayMs;
    expect(await budget.spent(null)).toBeNull();
  });

  test('reports tokens as spent after a refused call, to the user whose limit it was, until a call gets through', async () => {
    const budget = budgetOf({ tokensPerUserDay: 500 });
    await budget.settle(await held(budget, 300, '1'), used(100, { userId: '1' }));
    expect(await budget.spent('1')).toBeNull();
    await budget.reserve('1', 450);
    expect(await budget.spent('1')).toMatchObject({ refused: 'user-budget', message: 'Your AI budget for today is spent (500 tokens)' });
    expect(await budget.spent('2')).toBeNull();
    await held(budget, 50, '1');
    expect(await budget.spent('1')).toBeNull();
  });

  test('refuses a call that is too large', async () => {
    expect(await budgetOf({ tokensPerCall: 99 }).reserve(null, 100)).toMatchObject({ refused: 'too-large' });
  });

  test('resets at UTC midnight, and counts a call on the day it began', async () => {
    const budget = budgetOf({ tokensPerDay: 100 });
    clock.now = (today + 1) * dayMs - 1;
    const late = await held(budget, 100);
    clock.now += 5000;
    expect(isHeld(await budget.reserve(null, 100))).toBe(true);
    await budget.settle(late, used(80));
    expect(await readSpend(db, { from: today, to: today })).toMatchObject({ tokensIn: 80, calls: 1 });
  });

  test('still counts the spent tokens after the clock is set back', async () => {
    const budget = budgetOf({ tokensPerDay: 100 });
    await budget.settle(await held(budget, 100), used(100));
    clock.now -= 3 * 3_600_000;
    expect(isHeld(await budget.reserve(null, 1))).toBe(false);
  });

  test('frees the reservations of a crashed process once they expire', async () => {
    const budget = budgetOf({ tokensPerDay: 100 });
    await held(budgetOf({ tokensPerDay: 100 }), 100);
    clock.now += 60_000;
    expect(isHeld(await budget.reserve(null, 1))).toBe(false);
    clock.now += 120_001;
    expect(isHeld(await budget.reserve(null, 100))).toBe(true);
    expect(await budget.sweep()).toBe(1);
    expect(await db('ai_reservations').count<{ n: number }>({ n: '*' }).first()).toEqual({ n: 1 });
  });

  test('estimates at most one token per byte in any script', () => {
    expect(maxTokensOf('abc', '漢字')).toBe(3 + 6 + 64);
  });
});

describe('the ledger', () => {
  test('sums spend by day, campaign, purpose, and lead, and counts calls without a price', async () => {
    await db('campaigns').insert({
      id: 7,
      user_id: 1,
      name: 'n',
      mode: 'manual',
      status: 'active',
      description: '',
      website_url: '',
      offering: '',
      ideal_customer: '',
      schedule: 'daily',
      post_floor: 1,
      lead_threshold: 2,
      leads_per_day: 5,
      created_at: 1,
      updated_at: 1,
    });
    const lead = {
      campaign_id: 7,
      user_id: 1,
      reddit_username: 'x',
      last_activity_at: 1,
      static_points: 0,
      recency_points: 0,
      cap: 100,
      basis_at: 1,
    };
    await db('leads').insert([
      { ...lead, id: 3, author_key: 'x', first_seen_at: noon },
      { ...lead, id: 4, author_key: 'y', first_seen_at: noon },
      { ...lead, id: 5, author_key: 'z', first_seen_at: noon - 5 * dayMs },
    ]);
    const budget = budgetOf();
    await budget.settle(await held(budget, 900), used(900, { campaignId: '7', cost: 0.5 }));
    await budget.settle(await held(budget, 100), used(60, { campaignId: '7', leadId: '3', purpose: 'draft', cost: 0.1, tokensOut: 40 }));
    await budget.settle(await held(budget, 50), used(50, { userId: '2' }));
    const range = { from: today, to: today };
    expect(await readSpend(db, range)).toEqual({ calls: 3, tokensIn: 1010, tokensOut: 40, cost: 0.6, unpriced: 1 });
    expect(await readSpend(db, { ...range, userId: '2' })).toMatchObject({ calls: 1, tokensIn: 50 });
    expect((await listSpend(db, 'campaign_id', range)).map(({ key, calls }) => [key, calls])).toEqual([
      [7, 2],
      [null, 1],
    ]);
    expect((await listSpend(db, 'purpose', range)).map(({ key, tokensIn }) => [key, tokensIn])).toEqual([
      ['score', 950],
      ['draft', 60],
    ]);
    expect((await listSpend(db, 'lead_id', range)).find(({ key }) => key === 3)).toMatchObject({ tokensIn: 60, tokensOut: 40 });
    expect(await listSpend(db, 'day', { from: today - 5, to: today - 1 })).toEqual([]);
  });

  test('still counts the spend of a deleted account', async () => {
    const budget = budgetOf({ tokensPerDay: 100 });
    await budget.settle(await held(budget, 100, '1'), used(100, { userId: '1' }));
    await db('users').where({ id: 1 }).del();
    expect(isHeld(await budget.reserve(null, 1))).toBe(false);
  });

  test('reports no miss rate if nothing was audited', async () => {
    expect(await readMissRate(db, today - 30)).toBeNull();
  });
});
