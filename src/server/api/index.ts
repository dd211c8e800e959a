import type { Core } from '#core/open.ts';
import type { Mount } from '../mount.ts';
import type { Process } from '../state.ts';
import { mountActivity } from './activity.ts';
import { mountAdmin } from './admin.ts';
import { mountAnalytics } from './analytics.ts';
import { mountAuth } from './auth.ts';
import { mountBeta } from './beta.ts';
import { mountBilling } from './billing.ts';
import { mountBlacklist } from './blacklist.ts';
import { mountCampaigns } from './campaigns.ts';
import { mountDashboard } from './dashboard.ts';
import { mountDemo } from './demo.ts';
import { mountFeedback } from './feedback.ts';
import { mountDesk } from './desk.ts';
import { mountImports } from './imports.ts';
import { mountLeads } from './leads.ts';
import { mountNotify } from './notify.ts';
import { mountOutbox } from './outbox.ts';
import { mountPosts } from './posts.ts';
import { mountRedditAccount } from './reddit-account.ts';
import { mountRoadmap } from './roadmap.ts';
import { mountSubreddits } from './subreddits.ts';
import { mountSystem } from './system.ts';

/** One line an area: each puts the routes of its contract onto its service. */
export function mountApi(mount: Mount, core: Core, process: Process): void {
  mountSystem(mount, core, process);
  mountAuth(mount, core);
  mountDemo(mount, core, process);
  mountCampaigns(mount, core);
  mountImports(mount, core);
  mountDesk(mount, core);
  mountPosts(mount, core);
  mountLeads(mount, core);
  mountOutbox(mount, core);
  mountNotify(mount, core);
  mountRedditAccount(mount, core);
  mountActivity(mount, core);
  mountSubreddits(mount, core);
  mountDashboard(mount, core);
  mountAnalytics(mount, core);
  mountAdmin(mount, core);
  mountBlacklist(mount, core);
  mountFeedback(mount, core);
  mountRoadmap(mount, core);
  mountBeta(mount, core);
  mountBilling(mount, core);
}
