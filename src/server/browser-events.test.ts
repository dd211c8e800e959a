import { beforeEach, describe, expect, test } from 'vitest';
import type { Facts } from '#core/platform/bus.ts';
import { type Audience, createBrowserEvents } from './browser-events.ts';

type Push = Facts['push'];
let clock: number;
let timers: { at: number; callback: () => void }[];
let sent: string[];
let windows: number;
let events: ReturnType<typeof createBrowserEvents>;

const describeFact = ({ event, payload }: Push, audience: Audience): string => {
  const { lead, leads, subreddit } = payload as { lead?: { confidence: number }; leads?: number; subreddit?: string };
  return [event, subreddit, leads, lead?.confidence, audience].filter((part) => part !== undefined).join(' ');
};

beforeEach(() => {
  [clock, timers, sent, windows] = [Date.UTC(2026, 10, 22), [], [], 1];
  events = createBrowserEvents({
    now: () => clock,
    send: (fact, audience) => void sent.push(describeFact(fact, audience)),
    hasWindow: () => windows > 0,
    later(ms, callback) {
      const timer = { at: clock + ms, callback };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
  });
});

function pass(ms: number): void {
  clock += ms;
  const due = timers.filter(({ at }) => at <= clock);
  timers = timers.filter(({ at }) => at > clock);
  for (const { callback } of due) callback();
}

const of = (event: Push['event'], payload: object, more: Partial<Push> = {}): Push => ({
  userId: '1',
  campaignId: '7',
  event,
  payload: { campaignId: '7', ...payload },
  ...more,
});
const start = (asked: boolean, campaignId = '7') => events.pass(of('scrape-start', { runId: '3' }, { asked, campaignId }));
const progress = (subreddit: string, leads: number) => events.pass(of('scrape-progress', { subreddit, leads }));
const complete = (newLeads: number) => events.pass(of('scrape-complete', { totalPosts: 5, totalComments: 0, newLeads }));
const lead = (confidence: number, userId = '1') =>
  events.pass(of('new-lead', { lead: { id: '1', redditUsername: 'kim', confidence } }, { userId }));

describe('events of a scheduled run', () => {
  test('are not sent when it finds nothing', () => {
    start(false);
    progress('freelance', 0);
    complete(0);
    expect(sent).toEqual([]);
  });

  test('are sent to windows that show its campaign', () => {
    start(false);
    pass(15_000);
    progress('freelance', 2);
    complete(2);
    expect(sent).toEqual(['scrape-progress freelance 2 campaign', 'scrape-complete campaign']);
  });

  test('report the leads of a run that ends within seconds', () => {
    start(false);
    progress('freelance', 1);
    progress('webdev', 2);
    progress('freelance', 2);
    pass(900);
    complete(5);
    expect(sent).toEqual(['scrape-progress freelance 3 campaign', 'scrape-progress webdev 2 campaign', 'scrape-complete campaign']);
  });

  test('report an outage once, and again after it ended', () => {
    const fail = () => {
      start(false);
      events.pass(of('scrape-error', { error: 'Reddit does not answer' }));
    };
    fail();
    fail();
    expect(sent).toEqual(['scrape-error campaign']);
    start(false);
    complete(0);
    fail();
    expect(sent).toHaveLength(2);
  });
});

describe('events of a run started by its user', () => {
  test("are sent to all of the user's windows: start, end, three leads, and less and less frequent progress", () => {
    start(true);
    for (let second = 0; second < 44; second += 1) {
      progress('freelance', 1);
      progress('webdev', 2);
      lead(70 + second);
      pass(1000);
    }
    complete(99);
    expect(sent).toEqual([
      'scrape-start user',
      'new-lead 70 user',
      'new-lead 71 user',
      'new-lead 72 user',
      'scrape-progress webdev 30 user',
      'scrape-progress webdev 58 campaign',
      'scrape-progress freelance 44 campaign',
      'scrape-complete user',
    ]);
  });
});

test('reports the leads of a short run that its user started once to all windows', () => {
  start(true);
  progress('freelance', 1);
  progress('webdev', 2);
  complete(3);
  expect(sent).toEqual([
    'scrape-start user',
    'scrape-progress webdev 2 user',
    'scrape-progress freelance 1 campaign',
    'scrape-complete user',
  ]);
});

describe('toasts of a user', () => {
  const toAll = () => sent.filter((text) => text.endsWith(' user'));

  test('are at most six for a run that its user started, however long it takes', () => {
    start(true);
    for (let second = 0; second < 900; second += 1) {
      progress('freelance', 1);
      lead(80);
      pass(1000);
    }
    complete(99);
    expect(toAll()).toHaveLength(6);
    expect(sent.filter((text) => text.startsWith('scrape-progress') && text.endsWith('campaign')).length).toBeGreaterThan(3);
  });

  test('are at most six in 25 seconds, however many runs they started', () => {
    const at: number[] = [];
    const note = (act: () => void) => {
      const before = toAll().length;
      act();
      at.push(...Array<number>(toAll().length - before).fill(clock));
    };
    for (let second = 0; second < 120; second += 1) {
      const campaignId = String(second % 12);
      if (second < 12) note(() => start(true, campaignId));
      note(() => events.pass(of('new-lead', { lead: { id: '1', redditUsername: 'kim', confidence: 90 } }, { campaignId })));
      note(() => events.pass(of('scrape-progress', { subreddit: 'freelance', leads: 1 }, { campaignId })));
      if (second > 90) note(() => events.pass(of('scrape-complete', { totalPosts: 5, totalComments: 0, newLeads: 1 }, { campaignId })));
      note(() => pass(1000));
    }
    const busiest = Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 25_000).length));
    expect(busiest).toBe(6);
  });

  test("don't count while no window is open", () => {
    windows = 0;
    for (let run = 0; run < 8; run += 1) start(true, String(run));
    windows = 1;
    start(true);
    lead(80);
    complete(1);
    expect(sent.slice(8)).toEqual(['scrape-start user', 'new-lead 80 user', 'scrape-complete user']);
  });

  test("don't count for other users, and never hold back an error", () => {
    for (let run = 0; run < 8; run += 1) start(true, String(run));
    events.pass(of('scrape-start', { runId: '3' }, { asked: true, userId: '2', campaignId: '20' }));
    events.pass(of('scrape-error', { error: 'Reddit does not answer' }, { campaignId: '7' }));
    expect(sent.slice(5)).toEqual([
      'scrape-start user',
      'scrape-start campaign',
      'scrape-start campaign',
      'scrape-start user',
      'scrape-error user',
    ]);
  });
});

describe('new leads', () => {
  test('are announced once a minute per user, with the best one found', () => {
    lead(71);
    lead(90);
    lead(80, '2');
    expect(sent).toEqual([]);
    pass(500);
    expect(sent).toEqual(['new-lead 90 user', 'new-lead 80 user']);
    lead(95);
    lead(72);
    pass(30_000);
    expect(sent).toHaveLength(2);
    pass(30_000);
    expect(sent.slice(2)).toEqual(['new-lead 95 user']);
  });

  test('are not sent after closing', () => {
    lead(71);
    events.close();
    pass(60_000);
    expect(sent).toEqual([]);
  });
});

test('passes events without a campaign immediately', () => {
  events.pass({ userId: '1', campaignId: null, event: 'stale', payload: { keys: ['posts-changed'] } });
  events.pass({ userId: null, campaignId: null, event: 'system-health', payload: { status: 'ok', message: '' } });
  expect(sent).toEqual(['stale user', 'system-health user']);
});
