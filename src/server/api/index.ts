import type { Core } from '#core/open.ts';
import type { Mount } from '../mount.ts';
import type { Process } from '../state.ts';
import { mountAuth } from './auth.ts';
import { mountDemo } from './demo.ts';
import { mountSystem } from './system.ts';

/** One line an area: each puts the routes of its contract onto its service. */
export function mountApi(mount: Mount, core: Core, process: Process): void {
  mountSystem(mount, core, process);
  mountAuth(mount, core);
  mountDemo(mount, core, process);
}
