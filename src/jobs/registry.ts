import { analytics } from './analytics.ts';
import { backup } from './backup.ts';
import type { Job } from './define.ts';
import { deletionSync } from './deletion-sync.ts';
import { discover } from './discover.ts';
import { fileCheck } from './file-check.ts';
import { learn } from './learn.ts';
import { notify } from './notify.ts';
import { health } from './health.ts';
import { outbox } from './outbox.ts';
import { ownActivity } from './own-activity.ts';
import { plans } from './plans.ts';
import { replyWatch } from './reply-watch.ts';
import { rescore } from './rescore.ts';
import { retention } from './retention.ts';

/** Every job. */
export const jobs: readonly Job[] = [
  discover,
  rescore,
  learn,
  outbox,
  replyWatch,
  notify,
  ownActivity,
  health,
  deletionSync,
  retention,
  backup,
  fileCheck,
  plans,
  analytics,
];
