import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Stream } from '#core/reddit/stream.ts';
import { type OpenRun, takeUnreported } from './open-run.ts';
import type { RunResult } from './run-queries.ts';
import type { NewLead } from './tally.ts';
import type { Fact } from '#shared/events.ts';

const found: Fact[] = ['posts-changed', 'leads-changed'];
const staleEveryMs = 1000;

/** Reports runs and leads to their users, with at most one `stale` per user and second. */
export function createReporter({ bus, now }: { bus: Bus; now: Now }) {
  const lastStale = new Map<number, number>();
  const to = (of: { userId: number; campaignId: number }) => ({ userId: String(of.userId), campaignId: String(of.campaignId) });

  function staleSoon(userId: number): void {
    if (now() - (lastStale.get(userId) ?? -staleEveryMs) < staleEveryMs) return;
    lastStale.set(userId, now());
    bus.announce(String(userId), found);
  }

  function pushLeads(run: OpenRun, bySubreddit: ReadonlyMap<string, number>): void {
    for (const [subreddit, leads] of bySubreddit)
      bus.push(to(run), 'scrape-progress', { campaignId: String(run.campaignId), subreddit, leads });
  }

  return {
    start(run: OpenRun): void {
      bus.push({ ...to(run), asked: run.asked }, 'scrape-start', { campaignId: String(run.campaignId), runId: String(run.id) });
      bus.announce(String(run.userId), ['runs-changed']);
    },
    progress(run: OpenRun, streams: readonly Stream[]): void {
      const unreported = takeUnreported(run, streams);
      pushLeads(run, unreported);
      if (unreported.size > 0) staleSoon(run.userId);
    },
    newLeads(leads: readonly NewLead[]): void {
      for (const lead of leads) {
        const { id, username, confidence, campaignId } = lead;
        bus.push(to(lead), 'new-lead', { campaignId: String(campaignId), lead: { id: String(id), redditUsername: username, confidence } });
        staleSoon(lead.userId);
      }
    },
    end(run: OpenRun, { state, error, counts }: RunResult): void {
      const campaignId = String(run.campaignId);
      pushLeads(run, takeUnreported(run, []));
      if (state === 'failed') bus.push(to(run), 'scrape-error', { campaignId, error: error ?? 'Nothing could be read' });
      else
        bus.push(to(run), 'scrape-complete', {
          campaignId,
          totalPosts: run.fresh.posts,
          totalComments: run.fresh.comments,
          newLeads: counts.leads,
        });
      bus.announce(String(run.userId), found);
    },
  };
}
