import type { ChannelKind, ChannelTarget } from '#shared/notify.ts';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import type { Channel, Message, ChannelDeps } from './channel.ts';
import { custom } from './custom.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { gotify } from './gotify.ts';
import { matrix } from './matrix.ts';
import { ntfy } from './ntfy.ts';
import { push } from './push.ts';
import { pushover } from './pushover.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** Every channel. */
const channels: { [K in ChannelKind]: Channel<K> } = {
  email,
  push,
  slack,
  teams,
  discord,
  matrix,
  telegram,
  ntfy,
  gotify,
  pushover,
  webhook,
  custom,
};

export const knowsRepeats = (kind: ChannelKind): boolean => channels[kind].knowsRepeats;
export const hintOf = <K extends ChannelKind>(kind: K, target: ChannelTarget<K>): string => channels[kind].hint(target);
export const sendBy = <K extends ChannelKind>(
  { kind, target }: { kind: K; target: ChannelTarget<K> },
  message: Message,
  channelDeps: ChannelDeps,
): Promise<DeliveryResult> => channels[kind].send(message, target, channelDeps);
