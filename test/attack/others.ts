import { expect } from 'vitest';
import type { Answer, TestServer } from '#test/support/serve.ts';

/**
 * Sends requests of other people until the attack's own is answered: the answer of the attack, and how many others were
 * answered before it. Each of those must have gone well.
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
