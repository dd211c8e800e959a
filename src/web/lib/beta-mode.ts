import { systemRoutes } from '#shared/system.ts';
import type { Call } from './api-client.ts';
import type { Log } from './log.ts';

/** On until the server says otherwise: a failure and a missing value count as on. Never rejects. */
export async function readBetaMode(call: Call, log: Log): Promise<boolean> {
  try {
    const answer: { success?: boolean; data?: { betaModeEnabled?: boolean } } = await call(systemRoutes.betaMode, {});
    return answer.success === true ? (answer.data?.betaModeEnabled ?? true) : true;
  } catch (error) {
    log.error('Error fetching beta mode status:', error);
    return true;
  }
}
