import { describe, expect, it } from 'vitest';
import { listNavigation, navigation, postSearchPath } from './navigation.ts';
import { breadcrumbTitle } from './header.tsx';
import { describeCoverage } from './coverage-status.tsx';
import { readSidebarState, sidebarCookie } from './shell.tsx';
import { loginState, returnPath } from './guards.tsx';
import { legacyPaths, currentPath } from '#web/routes.tsx';

describe('navigation', () => {
  it('has the fixed groups, order, titles and paths', () => {
    const groups = navigation.map(({ title, entries }) => `${title}: ${entries.map((entry) => `${entry.title} ${entry.path}`).join(', ')}`);
    expect(groups).toEqual([
      'Main: Dashboard /dashboard, Campaigns /dashboard/campaigns, Posts /dashboard/posts, Leads /dashboard/leads, ' +
        'Follow Ups /dashboard/follow-ups, Archived /dashboard/archived, Analytics /dashboard/analytics, Competitors /dashboard/competitors',
      'Tools: Search Reddit /dashboard/search, Schedule /dashboard/schedule, Reddit Vibe /dashboard/my-activity, ' +
        'Reddit Health /dashboard/reddit-health, Roadmap /roadmap, Settings /dashboard/settings',
      'Admin: Admin Dashboard /dashboard/admin, Manage Blacklist /dashboard/admin/blacklist, User Feedback /dashboard/admin/feedback',
    ]);
  });

  it('hides the admin group from non-admins and hides empty groups', () => {
    expect(listNavigation('user').map(({ title }) => title)).not.toContain('Admin');
    for (const { entries } of listNavigation('admin')) expect(entries.length).toBeGreaterThan(0);
  });

  it('has the roadmap once there is one, and for admins, who write it', () => {
    const has = (...given: Parameters<typeof listNavigation>) =>
      listNavigation(...given).some(({ entries }) => entries.some(({ path }) => path === '/roadmap'));
    expect([has('user'), has('user', true), has('admin')]).toEqual([false, true, true]);
  });
});

describe('breadcrumb', () => {
  it.each([
    ['/dashboard', 'Dashboard'],
    ['/dashboard/', 'Dashboard'],
    ['/dashboard/campaigns', 'Campaigns'],
    ['/dashboard/leads', 'Leads'],
    ['/dashboard/posts', 'Posts'],
    ['/dashboard/follow-ups', 'Follow Ups'],
    ['/dashboard/analytics', 'Analytics'],
    ['/dashboard/settings', 'Settings'],
    ['/dashboard/search', 'Search Reddit'],
    ['/dashboard/schedule', 'Schedule'],
    ['/dashboard/my-activity', 'Reddit Vibe'],
    ['/dashboard/archived', 'Page'],
    ['/dashboard/campaigns/7', 'Page'],
    ['/', 'Page'],
  ])('%s is titled %s', (path, title) => expect(breadcrumbTitle(path)).toBe(title));
});

describe('legacy paths', () => {
  it('are the fixed thirteen', () => {
    expect(legacyPaths).toEqual([
      '/campaigns',
      '/campaigns/:id',
      '/leads',
      '/leads/:id',
      '/posts',
      '/follow-ups',
      '/analytics',
      '/search',
      '/schedule',
      '/my-activity',
      '/settings',
      '/billing',
      '/billing/success',
    ]);
  });
  it('redirect below /dashboard with their parameters', () => {
    expect(currentPath({ pathname: '/leads/42', search: '?tab=notes', hash: '#last' })).toBe('/dashboard/leads/42?tab=notes#last');
  });
});

describe('the return path after login', () => {
  const page = { pathname: '/dashboard/leads', search: '?stage=new', hash: '' };
  it('is the page the user asked for', () => expect(returnPath(loginState(page))).toBe('/dashboard/leads?stage=new'));
  it('is the invitation that the user opened', () => {
    expect(returnPath(loginState({ ...page, pathname: '/invitation/abc', search: '' }))).toBe('/invitation/abc');
  });
  it('is what an assistant asks for', () => {
    expect(returnPath(loginState({ ...page, pathname: '/authorize', search: '?client_id=x' }))).toBe('/authorize?client_id=x');
  });
  it.each([
    ['nothing', null],
    ['a public page', { from: { ...page, pathname: '/login' } }],
    ['another host', { from: { ...page, pathname: '//evil.example/dashboard' } }],
    ['a path that only has the same prefix', { from: { ...page, pathname: '/dashboards' } }],
    ['something else', { from: 'x' }],
  ])('is the dashboard if the state contains %s', (_, state) => expect(returnPath(state)).toBe('/dashboard'));
});

describe('sidebar state', () => {
  it('is stored in a cookie for 7 days', () => {
    expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax');
    expect(readSidebarState('a=b; sidebar_state=false')).toBe(false);
    expect(readSidebarState('sidebar_state=true; c=d')).toBe(true);
  });
  it('is unknown without the cookie', () => expect(readSidebarState('my_sidebar_state=true')).toBeNull());
});

describe('coverage', () => {
  const problems = [{ name: 'sidehustle', campaignId: '1', state: 'failed' as const, message: 'went private' }];
  it.each([
    [{ total: 0, monitored: 0, problems: [], reddit: null }, 'off', 'No active campaigns'],
    [{ total: 24, monitored: 24, problems: [], reddit: null }, 'good', 'Monitoring 24 of 24 streams'],
    [{ total: 24, monitored: 22, problems, reddit: null }, 'warn', 'Monitoring 22 of 24 streams'],
    [{ total: 24, monitored: 0, problems, reddit: null }, 'bad', 'Monitoring 0 of 24 streams'],
  ])('describes %o', (monitored, tone, text) => expect(describeCoverage(monitored)).toMatchObject({ tone, text }));
  it("names the streams that couldn't be read", () => {
    expect(describeCoverage({ total: 24, monitored: 22, problems, reddit: null }).detail).toEqual(['r/sidehustle: went private']);
  });
});

it('opens the posts that match the search', () => {
  expect([postSearchPath(' late & unpaid '), postSearchPath('  ')]).toEqual(['/dashboard/posts?q=late+%26+unpaid', '/dashboard/posts']);
});
