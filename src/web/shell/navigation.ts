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
import { t } from '#web/lib/language.ts';

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
      { path: '/dashboard', title: t('Dashboard'), icon: LayoutDashboard, live: true },
      { path: '/dashboard/campaigns', title: t('Campaigns'), icon: Radio, live: true },
      { path: '/dashboard/posts', title: t('Posts'), icon: MessagesSquare, live: true, count: 'unseenPosts' },
      { path: '/dashboard/leads', title: t('Leads'), icon: UserCheck, live: true, count: 'newLeads' },
      { path: '/dashboard/follow-ups', title: t('Follow Ups'), icon: AlarmClock, live: true, count: 'followUpsDue' },
      { path: '/dashboard/archived', title: t('Archived'), icon: Archive, live: true },
      { path: '/dashboard/analytics', title: t('Analytics'), icon: ChartNoAxesColumn, live: true },
      { path: '/dashboard/competitors', title: t('Competitors'), icon: Scale, live: true },
    ],
  },
  {
    title: 'Tools',
    entries: [
      { path: '/dashboard/search', title: t('Search Reddit'), icon: Search, live: true },
      { path: '/dashboard/schedule', title: t('Schedule'), icon: Calendar, live: true },
      { path: '/dashboard/my-activity', title: t('Reddit Vibe'), icon: AudioLines, live: true },
      { path: '/dashboard/reddit-health', title: t('Reddit Health'), icon: HeartPulse, live: true },
      { path: '/roadmap', title: t('Roadmap'), icon: Milestone, live: true },
      { path: '/dashboard/settings', title: t('Settings'), icon: Settings, live: true },
    ],
  },
  {
    title: 'Admin',
    adminOnly: true,
    entries: [
      { path: '/dashboard/admin', title: t('Admin Dashboard'), icon: Shield, live: true },
      { path: '/dashboard/admin/blacklist', title: t('Manage Blacklist'), icon: Ban, live: true },
      { path: '/dashboard/admin/feedback', title: t('User Feedback'), icon: MessageSquare, live: true },
    ],
  },
];

/** Leaves out empty groups, and a roadmap without entries except for admins, who add them. */
export function listNavigation(role: 'user' | 'admin', hasRoadmap = false): NavigationGroup[] {
  const isAdmin = role === 'admin';
  return navigation
    .filter(({ adminOnly }) => !adminOnly || isAdmin)
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ live, path }) => live && (path !== '/roadmap' || isAdmin || hasRoadmap)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

export const isLive = (path: string): boolean =>
  navigation.some(({ entries }) => entries.some((entry) => entry.path === path && entry.live));

export const postSearchPath = (text: string): string =>
  text.trim() ? `/dashboard/posts?${new URLSearchParams({ q: text.trim() })}` : '/dashboard/posts';
