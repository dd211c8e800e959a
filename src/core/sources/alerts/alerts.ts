import * as z from 'zod';
import { dayMs } from '#shared/time.ts';
import { type FetchedItem, newestOf } from '#core/platform/item.ts';
import type { Reading, Stream } from '#core/reddit/stream.ts';
import { eachStream, readCursor } from '../each-stream.ts';
import { SourceFailure } from '../failure.ts';
import { createMailReader } from '../mail/mail-file.ts';
import type { OpenSource, OtherSource, SourceDeps, Watermark } from '../source.ts';
import { readMailbox } from './mailbox.ts';

const cursorSchema = z.object({
  uidValidity: z.string(),
  uid: z.number().int().nonnegative(),
  /** Service → how many of its mails had no entries since the last that had some. */
  formless: z.record(z.string(), z.number().int()).catch({}),
});

const firstDays = 30;
const defaultTimeoutMs = 20_000;

/** Reads alerts of other services from a mailbox, oldest first; the folder stays as it is. */
export function createAlerts({ config, now }: Pick<SourceDeps, 'config' | 'now'>, timeoutMs: number): OtherSource {
  async function readNew(stream: Stream, watermark: Watermark | undefined, signal: AbortSignal): Promise<Reading> {
    if (config.alerts.host === '')
      throw new SourceFailure('This instance has no mailbox for alert emails. An admin sets it up with alerts.host.', 'missing');
    const before = readCursor(cursorSchema, watermark);
    const from = new Date(now() - firstDays * dayMs);
    const found = await readMailbox({ config: config.alerts, since: before, from, signal, timeoutMs });
    const reader = createMailReader(now());
    const items: FetchedItem[] = [];
    for (const { uid, bytes } of found.mails) {
      signal.throwIfAborted();
      items.push(...(await reader.read({ number: uid, bytes })));
    }
    const formless = reader.formlessSince(before?.formless ?? {});
    const problems = reader.problems(formless).map(({ message }) => message);
    return {
      stream,
      state: 'ok',
      items,
      newest: newestOf(items, watermark?.newest ?? null, now()),
      gap: null,
      refused: reader.problems().reduce((sum, { count }) => sum + count, 0),
      cursor: JSON.stringify({ uidValidity: found.uidValidity, uid: found.uid, formless: Object.fromEntries(formless) }),
      ...(problems.length > 0 ? { error: problems.join(' ') } : {}),
    };
  }
  return { id: 'alerts', read: (request) => eachStream(request, readNew) };
}

export const openAlerts: OpenSource = (deps) => createAlerts(deps, defaultTimeoutMs);
