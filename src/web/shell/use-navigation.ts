import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useUser } from '#web/lib/session.tsx';
import { listNavigation, type NavigationGroup } from './navigation.ts';

/** The groups for this user. */
export const useNavigation = (): NavigationGroup[] => listNavigation(useUser().role, usePublicSettings().data?.uses.roadmap);
