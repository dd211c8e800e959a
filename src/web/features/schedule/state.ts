import type { ScheduledReply } from '#shared/schedule.ts';
import type { DotTone } from '#web/ui/status-dot.tsx';
import { texts } from './texts.ts';

const tones: Record<ScheduledReply['state'], DotTone> = { queued: 'new', sending: 'new', sent: 'good', failed: 'bad', unknown: 'warn' };
type State = Pick<ScheduledReply, 'state' | 'held'>;

export const toneOf = ({ state, held }: State): DotTone => (held === 'missed' ? 'warn' : held === 'paused' ? 'off' : tones[state]);
export const stateLabel = ({ state, held }: State): string => (held === null ? texts.states[state] : texts.held[held]);

/** The conversation's path; null once it has been deleted. */
export function conversationOf({ leadId, postId }: Pick<ScheduledReply, 'leadId' | 'postId'>): string | null {
  if (leadId !== null) return `/dashboard/leads/${leadId}`;
  return postId === null ? null : `/dashboard/posts?post=${postId}`;
}
