import { expect } from 'vitest';
import type { Answer, TestServer } from '#test/support/serve.ts';

/**
 * Sends other users' requests until the attack is answered. Returns its response and how many other requests were answered before
 * it. Fails if any of those failed.
 */
export async function answeredDuring({ api }: TestServer, attack: Promise<Answer>): Promise<{ answer: Answer; others: number }> {
  let ended = false;
  let others = 0;
  const done = attack.finally(() => (ended = true));
  done.catch(() => undefined);
  while (!ended) {
    const other = await api().get('/health');
    expect(other.status).toBe(200);
    if (!ended) others += 1;
  }
  return { answer: await done, others };
}
