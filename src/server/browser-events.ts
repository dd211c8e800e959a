import type { Facts } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { EventPayload } from '#shared/events.ts';

type Push = Facts['push'];
/** All of the user's windows, or only those that show the campaign. */
export type Audience = 'user' | 'campaign';

interface Deps {
  now: Now;
  send(fact: Push, audience: Audience): void;
  /** Whether one of the user's windows is connected. */
  hasWindow(userId: string): boolean;
  /** Calls back after this many milliseconds. Returns a function that cancels it. */
  later(ms: number, callback: () => void): () => void;
}

/** The first interval; each one is twice as long as the previous. */
const firstProgressMs = 15_000;
const leadEveryMs = 60_000;
/** Leads are found in bursts, and the best one isn't always the first. */
const gatherMs = 500;
/** For a run that its user started and waits for. */
const leadsAtOnce = 3;
/** Subreddits reported when a run ends; its end has the sum of all. */
const restAtEnd = 3;

const windowMs = 25_000;
const maxInWindow = 6;
/** For progress and new leads, so that a start or a result still gets through. */
const minorMax = 5;

/** Counts the events that every window of a user shows as a toast: at most six in 25 seconds, however many runs are open. */
function createToastBudget({ now, hasWindow }: { now: Now; hasWindow: (userId: string) => boolean }) {
  const sent = new Map<string, number[]>();
  return {
    /** Whether another one may be sent; counts it if so. */
    take(userId: string, weight: 'minor' | 'major'): boolean {
      if (!hasWindow(userId)) return true;
      const recent = (sent.get(userId) ?? []).filter((at) => now() - at < windowMs);
      const isWithin = recent.length < (weight === 'minor' ? minorMax : maxInWindow);
      sent.set(userId, isWithin ? [...recent, now()] : recent);
      return isWithin;
    },
  };
}
type ToastBudget = ReturnType<typeof createToastBudget>;

interface OpenRun extends Pick<Push, 'userId' | 'campaignId'> {
  /** Started by its user. */
  asked: boolean;
  /** UTC ms before which no progress is sent, and the next interval. */
  progressAt: number;
  wait: number;
  leadsBySubreddit: Map<string, number>;
  leadsSent: number;
  /** Whether windows that don't show the campaign got progress, which they do once. */
  isSentToAll: boolean;
}

/**
 * Selects the events that browsers get, because each one becomes a toast. A scheduled run is sent to windows that show its
 * campaign, and only if it finds something; a run that its user started is sent to all windows, with three leads and one
 * progress at most. What a run found is reported before its end at the latest, however short it is. Other new leads are announced once a minute, with the best one found. What exceeds the budget is sent
 * to windows that show the campaign. Lists and counts follow `stale`, which is always sent.
 */
export function createBrowserEvents(deps: Deps) {
  const budget = createToastBudget(deps);
  const runs = createRunEvents(deps, budget);
  const leads = createLeadEvents(deps, budget);
  const handlers: Partial<Record<Push['event'], (fact: Push, campaignId: string) => void>> = {
    'scrape-start': runs.start,
    'scrape-progress': runs.progress,
    'scrape-complete': runs.complete,
    'scrape-error': runs.fail,
    'new-lead': (fact, campaignId) => {
      if (!runs.newLead(fact, campaignId)) leads.add(fact);
    },
  };
  return {
    pass(fact: Push): void {
      const handle = handlers[fact.event];
      if (handle && fact.userId !== null && fact.campaignId !== null) handle(fact, fact.campaignId);
      else deps.send(fact, 'user');
    },
    close: () => leads.close(),
  };
}

/** Most leads first. */
const byLeads = ({ leadsBySubreddit }: OpenRun): [string, number][] => [...leadsBySubreddit].toSorted(([, a], [, b]) => b - a);
const audienceOf = (isForAll: boolean): Audience => (isForAll ? 'user' : 'campaign');

interface Sending {
  send: Deps['send'];
  budget: ToastBudget;
}

/** What a run found in one subreddit: to all windows once. */
function sendFound({ send, budget }: Sending, run: OpenRun, [subreddit, leads]: [string, number]): void {
  const { userId, campaignId } = run;
  run.leadsBySubreddit.delete(subreddit);
  const isForAll = run.asked && !run.isSentToAll && budget.take(userId ?? '', 'minor');
  run.isSentToAll ||= isForAll;
  send({ userId, campaignId, event: 'scrape-progress', payload: { campaignId, subreddit, leads } }, audienceOf(isForAll));
}

/** However short the run: what it found since the last progress. */
function sendRest(to: Sending, run: OpenRun | undefined): void {
  if (run) for (const rest of byLeads(run).slice(0, restAtEnd)) sendFound(to, run, rest);
}

function createRunEvents({ now, send }: Deps, budget: ToastBudget) {
  const to = { send, budget };
  const runs = new Map<string, OpenRun>();
  const failing = new Set<string>();

  function start(fact: Push, campaignId: string): void {
    const asked = fact.asked === true;
    runs.set(campaignId, {
      userId: fact.userId,
      campaignId,
      asked,
      progressAt: now() + firstProgressMs,
      wait: 2 * firstProgressMs,
      leadsBySubreddit: new Map(),
      leadsSent: 0,
      isSentToAll: false,
    });
    if (asked) send(fact, audienceOf(budget.take(fact.userId ?? '', 'major')));
  }

  function progress(fact: Push, campaignId: string): void {
    const run = runs.get(campaignId);
    if (!run) return;
    const { subreddit, leads: found } = fact.payload as EventPayload<'scrape-progress'>;
    const bySubreddit = run.leadsBySubreddit;
    if (found > 0) bySubreddit.set(subreddit, (bySubreddit.get(subreddit) ?? 0) + found);
    const [best] = byLeads(run);
    if (!best || now() < run.progressAt) return;
    run.progressAt = now() + run.wait;
    run.wait *= 2;
    sendFound(to, run, best);
  }

  function complete(fact: Push, campaignId: string): void {
    const run = runs.get(campaignId);
    const asked = run?.asked === true;
    sendRest(to, run);
    runs.delete(campaignId);
    failing.delete(campaignId);
    const { newLeads } = fact.payload as EventPayload<'scrape-complete'>;
    if (asked || newLeads > 0) send(fact, audienceOf(asked && budget.take(fact.userId ?? '', 'major')));
  }

  /** An outage is reported once; the header shows it until it ends. */
  function fail(fact: Push, campaignId: string): void {
    const run = runs.get(campaignId);
    const asked = run?.asked === true;
    const isNew = !failing.has(campaignId);
    sendRest(to, run);
    runs.delete(campaignId);
    failing.add(campaignId);
    if (asked || isNew) send(fact, audienceOf(asked));
  }

  /** False when no run started by its user is open: then the lead is announced like any other. */
  function newLead(fact: Push, campaignId: string): boolean {
    const run = runs.get(campaignId);
    if (!run?.asked) return false;
    if (run.leadsSent < leadsAtOnce && budget.take(fact.userId ?? '', 'minor')) {
      run.leadsSent += 1;
      send(fact, 'user');
    }
    return true;
  }

  return { start, progress, complete, fail, newLead };
}

const confidenceOf = (fact: Push): number => (fact.payload as EventPayload<'new-lead'>).lead.confidence;

/** Announces each user's best new lead, at most once a minute. */
function createLeadEvents({ now, send, later }: Deps, budget: ToastBudget) {
  const waiting = new Map<string, { best: Push; cancel: () => void }>();
  const sentAt = new Map<string, number>();

  function flush(userId: string): void {
    const held = waiting.get(userId);
    waiting.delete(userId);
    if (!held) return;
    sentAt.set(userId, now());
    send(held.best, audienceOf(budget.take(userId, 'minor')));
  }

  return {
    add(fact: Push): void {
      const userId = fact.userId ?? '';
      const held = waiting.get(userId);
      if (held) {
        if (confidenceOf(fact) > confidenceOf(held.best)) held.best = fact;
        return;
      }
      const wait = Math.max(gatherMs, (sentAt.get(userId) ?? -leadEveryMs) + leadEveryMs - now());
      waiting.set(userId, { best: fact, cancel: later(wait, () => flush(userId)) });
    },
    close(): void {
      for (const { cancel } of waiting.values()) cancel();
      waiting.clear();
    },
  };
}
