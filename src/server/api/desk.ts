import type { Core } from '#core/open.ts';
import type { Mount } from '../mount.ts';
import { mountArchive } from './archive.ts';
import { mountExports } from './exports.ts';
import { mountFollowUps } from './follow-ups.ts';
import { mountOpenapi } from './openapi.ts';
import { mountTokens } from './tokens.ts';
import { mountViews } from './views.ts';

/** Routes for working with fetched items. Mounted before the routes with `:id`, which would take `export.csv` for an id. */
export function mountDesk(mount: Mount, core: Core): void {
  mountExports(mount, core);
  mountFollowUps(mount, core);
  mountArchive(mount, core);
  mountViews(mount, core);
  mountTokens(mount, core);
  mountOpenapi(mount, core);
}
