import type { Core } from '#core/open.ts';
import type { Mount } from '../mount.ts';
import type { Process } from '../state.ts';
import { mountAuth } from './auth.ts';
import { mountCampaigns } from './campaigns.ts';
import { mountDashboard } from './dashboard.ts';
import { mountDemo } from './demo.ts';
import { mountImports } from './imports.ts';
import { mountLeads } from './leads.ts';
import { mountPosts } from './posts.ts';
import { mountSystem } from './system.ts';

/** One line an area: each puts the routes of its contract onto its service. */
export function mountApi(mount: Mount, core: Core, process: Process): void {
  mountSystem(mount, core, process);
  mountAuth(mount, core);
  mountDemo(mount, core, process);
  mountCampaigns(mount, core);
  mountImports(mount, core);
  mountPosts(mount, core);
  mountLeads(mount, core);
  mountDashboard(mount, core);
}
