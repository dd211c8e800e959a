import type { SWRResponse } from 'swr';
import { type PublicSettings, systemRoutes } from '#shared/system.ts';
import { useApi, type ApiError } from './api.ts';

/** What this Earshot is and offers. Changes only when its operator changes it. */
export function usePublicSettings(): SWRResponse<PublicSettings, ApiError> {
  return useApi(systemRoutes.app, {}, { revalidateOnFocus: false, revalidateIfStale: false });
}
