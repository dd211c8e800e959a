import { competitorRoutes } from '#shared/competitors.ts';
import { call } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { texts } from './texts.ts';

/** Searches Reddit for one competitor, or for all. */
export async function searchNow(competitorId?: string): Promise<void> {
  try {
    const { searching } = await call(competitorRoutes.scrape, { body: competitorId === undefined ? {} : { competitorId } });
    showToast.success(texts.searching(searching));
  } catch (error) {
    showToast.error(error instanceof Error ? error.message : String(error));
  }
}
