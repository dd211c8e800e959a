/** All other paths are titled "Page". */
const titles: Record<string, string> = {
  '/dashboard': 'Dashboard',
  '/dashboard/campaigns': 'Campaigns',
  '/dashboard/leads': 'Leads',
  '/dashboard/posts': 'Posts',
  '/dashboard/follow-ups': 'Follow Ups',
  '/dashboard/analytics': 'Analytics',
  '/dashboard/settings': 'Settings',
  '/dashboard/search': 'Search Reddit',
  '/dashboard/schedule': 'Schedule',
  '/dashboard/my-activity': 'Reddit Vibe',
};

export const breadcrumbTitle = (path: string): string => titles[path.replace(/(?<=.)\/+$/, '')] ?? 'Page';
