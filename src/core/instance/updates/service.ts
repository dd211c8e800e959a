import type { NewerVersion } from '#shared/admin.ts';
import { version } from '#shared/product.ts';
import { hourMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { AppError } from '#core/platform/errors.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { findSetting, upsertSetting } from '../queries.ts';

const key = 'newestRelease';
/** Less than a day, so that the daily job always asks. */
const pauseMs = 20 * hourMs;
const readable = ['application/atom+xml', 'application/xml', 'text/xml'];

/** Of releases, not of trial versions. Nothing else of the feed is kept. */
const release = /\/releases\/tag\/v(\d{1,5}\.\d{1,5}\.\d{1,5})(?=["'<?#])/g;
const numbersOf = (name: string): number[] => name.split('.').map(Number);

function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  return left.map((number, at) => number - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

interface Stored {
  feed: string;
  version: string;
  at: number;
}

/** Tells admins of a newer release, for operators who set `updates.feed`: one request a day. */
export function createUpdates({ config, db, now }: Pick<CoreContext, 'config' | 'db' | 'now'>) {
  async function stored(): Promise<Stored | null> {
    const text = await findSetting(db, key);
    const found = text === undefined ? null : (JSON.parse(text) as Stored);
    return found?.feed === config.updates.feed ? found : null;
  }

  return {
    /** Run by the job. Throws `unavailable` when the feed can't be read or lists no release. */
    async check(signal: AbortSignal): Promise<{ newest: string } | { skipped: string }> {
      const { feed } = config.updates;
      if (feed === '') return { skipped: 'updates.feed is not set' };
      const before = await stored();
      if (before && now() - before.at < pauseMs && now() >= before.at) return { skipped: 'Asked within the last 20 hours' };
      const client = createGuardedClient({ allowPrivateHosts: [new URL(feed).host], maxBytes: 1_000_000 });
      try {
        const { status, text } = await client.fetch({ url: feed, accept: readable, signal });
        const newest =
          status === 200
            ? [...text.matchAll(release)]
                .map(([, name = '']) => name)
                .sort(compare)
                .at(-1)
            : undefined;
        if (newest === undefined) throw new AppError('unavailable', `${feed} lists no release. Check updates.feed.`);
        await upsertSetting(db, { key, value: JSON.stringify({ feed, version: newest, at: now() } satisfies Stored), updated_at: now() });
        return { newest };
      } finally {
        await client.close();
      }
    },
    /** Null unless a newer version than this one is known. */
    async newer(): Promise<NewerVersion | null> {
      const found = config.updates.feed === '' ? null : await stored();
      if (!found || compare(found.version, version) <= 0) return null;
      return { version: found.version, url: `${found.feed.replace(/\.atom(?:[?#].*)?$/, '')}/tag/v${found.version}` };
    },
  };
}
