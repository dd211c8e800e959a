import { createContext, use, useMemo, type ReactNode } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import { systemRoutes, type PublicSettings } from '#shared/system.ts';
import { call, type Call, useApi, type ApiError } from './api.ts';
import { log, type Log } from './log.ts';

/** Public settings of this instance. They change only when the operator changes them. */
export function usePublicSettings(): SWRResponse<PublicSettings, ApiError> {
  return useApi(systemRoutes.app, {}, { revalidateOnFocus: false, revalidateIfStale: false });
}

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
