import { competitorRoutes } from '#shared/competitors.ts';
import { call } from '#web/lib/api.ts';
import { say } from '#web/lib/say.ts';
import { texts } from './texts.ts';

/** Searches Reddit for one competitor, or for all. */
export async function searchNow(competitorId?: string): Promise<void> {
  try {
    const { searching } = await call(competitorRoutes.scrape, { body: competitorId === undefined ? {} : { competitorId } });
    say.success(texts.searching(searching));
  } catch (error) {
    say.error(error instanceof Error ? error.message : String(error));
  }
}
