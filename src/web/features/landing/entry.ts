import type { PublicSettings } from '#shared/system.ts';
import { landingTexts } from './texts.ts';

export interface Entry {
  label: string;
  path: string;
  /** Explains the action where it isn't obvious. */
  note: string | null;
}

interface Facts {
  signedIn: boolean;
  betaMode: boolean;
  settings: Pick<PublicSettings, 'firstRun' | 'registrationOpen'> | undefined;
}

/** The main call to action of the landing page. */
export function entryFor({ signedIn, betaMode, settings }: Facts): Entry {
  if (signedIn) return { label: landingTexts.openDashboard, path: '/dashboard', note: null };
  if (settings?.firstRun) return { label: landingTexts.createFirst, path: '/register', note: landingTexts.note };
  if (betaMode) return { label: landingTexts.apply, path: '/beta-application', note: landingTexts.beta };
  if (settings && !settings.registrationOpen) return { label: landingTexts.logIn, path: '/login', note: landingTexts.closed };
  return { label: landingTexts.createAccount, path: '/register', note: landingTexts.note };
}
