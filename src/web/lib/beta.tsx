import { createContext, use, useMemo, type ReactNode } from 'react';
import useSWR from 'swr';
import { systemRoutes } from '#shared/system.ts';
import type { Call } from './api-client.ts';
import { call } from './api.ts';
import { log, type Log } from './log.ts';

/** On until the server says otherwise: a failure and a missing value count as on. Never rejects. */
export async function readBetaMode(ask: Call, logger: Log): Promise<boolean> {
  try {
    const answer: { success?: boolean; data?: { betaModeEnabled?: boolean } } = await ask(systemRoutes.betaMode, {});
    return answer.success === true ? (answer.data?.betaModeEnabled ?? true) : true;
  } catch (error) {
    logger.error('Error fetching beta mode status:', error);
    return true;
  }
}

interface BetaMode {
  betaModeEnabled: boolean;
  /** True until the first response or failure. */
  loading: boolean;
  refresh: () => Promise<unknown>;
}

const BetaModeContext = createContext<BetaMode | null>(null);
const onlyWhenAsked = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false };

export function BetaModeProvider({ children }: { children: ReactNode }) {
  const { data, mutate } = useSWR(systemRoutes.betaMode.path, () => readBetaMode(call, log), onlyWhenAsked);
  const value = useMemo(() => ({ betaModeEnabled: data ?? true, loading: data === undefined, refresh: () => mutate() }), [data, mutate]);
  return <BetaModeContext value={value}>{children}</BetaModeContext>;
}

export function useBetaMode(): BetaMode {
  const value = use(BetaModeContext);
  if (!value) throw new Error('useBetaMode must be used within a BetaModeProvider');
  return value;
}
