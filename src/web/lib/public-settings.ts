import type { SWRResponse } from 'swr';
import { type PublicSettings, systemRoutes } from '#shared/system.ts';
import { useApi, type ApiError } from './api.ts';

/** Public settings of this instance. They change only when the operator changes them. */
export function usePublicSettings(): SWRResponse<PublicSettings, ApiError> {
  return useApi(systemRoutes.app, {}, { revalidateOnFocus: false, revalidateIfStale: false });
}
