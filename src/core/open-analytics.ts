import { listSpend } from './ai/ledger/spend.ts';
import { createAnalytics } from './insights/analytics/service.ts';
import type { Parts } from './open.ts';

/** What campaigns came to, wired with what models cost. */
export const openAnalytics = ({ db, bus, now }: Pick<Parts, 'db' | 'bus' | 'now'>) =>
  createAnalytics({
    db,
    bus,
    now,
    async listSpend({ campaignId, ...query }) {
      const days = await listSpend(db, 'day', { ...query, ...(campaignId === null ? {} : { campaignId }) });
      return days.map(({ key, cost, calls, unpriced }) => ({ day: Number(key), cost, calls, unpriced }));
    },
  });
