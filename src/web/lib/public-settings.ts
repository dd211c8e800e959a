import type { SWRResponse } from 'swr';
import type { PublicSettings } from '#shared/system.ts';
import { useApi, type ApiError } from './api.ts';
import { firstRoutes } from './first-routes.ts';

/** What this Earshot is and offers. Changes only when its operator changes it. */
export function usePublicSettings(): SWRResponse<PublicSettings, ApiError> {
  return useApi(firstRoutes.app, {}, { revalidateOnFocus: false, revalidateIfStale: false });
}
