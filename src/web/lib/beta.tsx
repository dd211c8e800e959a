import { createContext, use, useMemo, type ReactNode } from 'react';
import useSWR from 'swr';
import { systemRoutes } from '#shared/system.ts';
import { call } from './api.ts';
import { readBetaMode } from './beta-mode.ts';
import { log } from './log.ts';

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
