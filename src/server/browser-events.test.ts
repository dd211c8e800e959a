import { beforeEach, describe, expect, test } from 'vitest';
import type { Facts } from '#core/platform/bus.ts';
import { type Audience, createBrowserEvents } from './browser-events.ts';

type Push = Facts['push'];
let clock: number;
let timers: { at: number; callback: () => void }[];
let sent: string[];
let events: ReturnType<typeof createBrowserEvents>;

const describeFact = ({ event, payload }: Push, audience: Audience): string => {
  const { lead, leads, subreddit } = payload as { lead?: { confidence: number }; leads?: number; subreddit?: string };
  return [event, subreddit, leads, lead?.confidence, audience].filter((part) => part !== undefined).join(' ');
};

beforeEach(() => {
  [clock, timers, sent] = [Date.UTC(2026, 10, 22), [], []];
  events = createBrowserEvents({
    now: () => clock,
    send: (fact, audience) => void sent.push(describeFact(fact, audience)),
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
const start = (asked: boolean) => events.pass(of('scrape-start', { runId: '3' }, { asked }));
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
      'scrape-complete user',
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
