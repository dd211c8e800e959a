import type { CoreContext } from '#core/context.ts';
import type { Runner } from '#core/platform/runner.ts';
import type { ChannelDeps } from './channel.ts';
import type { ModelState } from './new-leads.ts';
import type { MailLinkDeps } from './mail-links.ts';

export interface NotifyDeps extends CoreContext {
  channelDeps: Omit<ChannelDeps, 'now'>;
  isMailConfigured: () => boolean;
  model: ModelState;
  posts: Pick<MailLinkDeps, 'getPost' | 'ratePost'>;
  runner: Runner;
  random: () => number;
}
