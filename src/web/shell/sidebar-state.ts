const name = 'sidebar_state';
const sevenDays = 604_800;

/** The choice made within the last 7 days, or null. */
export function readSidebarState(cookies: string): boolean | null {
  const entry = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (entry === undefined) return null;
  return entry.slice(name.length + 1) === 'true';
}

export const sidebarCookie = (open: boolean): string => `${name}=${open}; path=/; max-age=${sevenDays}; samesite=lax`;
