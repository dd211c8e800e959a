import type { PageCall, PageText, SavedText } from '#shared/companion.ts';
import { browser } from './browser.ts';

export interface Scored {
  campaigns: { id: string; name: string }[];
  /** In the order of the texts. */
  calls: (PageCall | null)[];
}

/** What the page's script asks of the background, which alone knows the token. */
export type Message =
  | { kind: 'score'; texts: PageText[] }
  | { kind: 'save'; campaignId: string; texts: PageText[] }
  | { kind: 'open'; path: string };

interface Results {
  score: Scored;
  save: SavedText[];
  open: null;
}
export type Reply<T = unknown> = { ok: true; result: T } | { ok: false; problem: string };

/** Throws an error whose message can be shown. */
export async function ask<M extends Message>(message: M): Promise<Results[M['kind']]> {
  const reply = (await browser.runtime.sendMessage(message)) as Reply<Results[M['kind']]>;
  if (!reply.ok) throw new Error(reply.problem);
  return reply.result;
}
