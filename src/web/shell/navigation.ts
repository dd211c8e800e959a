import {
  AlarmClock,
  Archive,
  AudioLines,
  Ban,
  Calendar,
  ChartNoAxesColumn,
  HeartPulse,
  LayoutDashboard,
  MessageSquare,
  MessagesSquare,
  Milestone,
  Radio,
  Scale,
  Search,
  Settings,
  Shield,
  UserCheck,
  type LucideIcon,
} from 'lucide-react';

export interface NavigationEntry {
  path: string;
  title: string;
  icon: LucideIcon;
  live: boolean;
  /** Which count is shown beside it. */
  count?: 'unseenPosts' | 'newLeads' | 'followUpsDue';
}

export interface NavigationGroup {
  title: 'Main' | 'Tools' | 'Admin';
  adminOnly?: true;
  entries: readonly NavigationEntry[];
}

export const navigation: readonly NavigationGroup[] = [
  {
    title: 'Main',
    entries: [
      { path: '/dashboard', title: 'Dashboard', icon: LayoutDashboard, live: true },
      { path: '/dashboard/campaigns', title: 'Campaigns', icon: Radio, live: true },
      { path: '/dashboard/posts', title: 'Posts', icon: MessagesSquare, live: true, count: 'unseenPosts' },
      { path: '/dashboard/leads', title: 'Leads', icon: UserCheck, live: true, count: 'newLeads' },
      { path: '/dashboard/follow-ups', title: 'Follow Ups', icon: AlarmClock, live: true, count: 'followUpsDue' },
      { path: '/dashboard/archived', title: 'Archived', icon: Archive, live: true },
      { path: '/dashboard/analytics', title: 'Analytics', icon: ChartNoAxesColumn, live: true },
      { path: '/dashboard/competitors', title: 'Competitors', icon: Scale, live: true },
    ],
  },
  {
    title: 'Tools',
    entries: [
      { path: '/dashboard/search', title: 'Search Reddit', icon: Search, live: true },
      { path: '/dashboard/schedule', title: 'Schedule', icon: Calendar, live: true },
      { path: '/dashboard/my-activity', title: 'Reddit Vibe', icon: AudioLines, live: true },
      { path: '/dashboard/reddit-health', title: 'Reddit Health', icon: HeartPulse, live: true },
      { path: '/roadmap', title: 'Roadmap', icon: Milestone, live: true },
      { path: '/dashboard/settings', title: 'Settings', icon: Settings, live: true },
    ],
  },
  {
    title: 'Admin',
    adminOnly: true,
    entries: [
      { path: '/dashboard/admin', title: 'Admin Dashboard', icon: Shield, live: true },
      { path: '/dashboard/admin/blacklist', title: 'Manage Blacklist', icon: Ban, live: true },
      { path: '/dashboard/admin/feedback', title: 'User Feedback', icon: MessageSquare, live: true },
    ],
  },
];

/** Leaves out empty groups. */
export function listNavigation(role: 'user' | 'admin'): NavigationGroup[] {
  return navigation
    .filter(({ adminOnly }) => !adminOnly || role === 'admin')
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ live }) => live) }))
    .filter(({ entries }) => entries.length > 0);
}

export const isLive = (path: string): boolean =>
  navigation.some(({ entries }) => entries.some((entry) => entry.path === path && entry.live));

export const postSearchPath = (text: string): string =>
  text.trim() ? `/dashboard/posts?${new URLSearchParams({ q: text.trim() })}` : '/dashboard/posts';
