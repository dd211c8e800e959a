import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Today } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { ItemActions } from '#web/features/inbox/actions/item-actions.ts';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import type { Grouping } from '#web/features/inbox/list/groups.ts';
import type { RowView } from '#web/features/inbox/list/inbox-row.tsx';
import { listTexts } from '#web/features/leads/list-texts.ts';
import { campaignsOf, readsOfLead, rowOfLead } from '#web/features/leads/row.ts';
import { useUser } from '#web/lib/session.tsx';
import { useMinute } from '#web/lib/time-ago.tsx';
import { lazyPart } from '#web/ui/lazy.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { todayTexts, texts } from './texts.ts';
import { type Stack, type StackItem, countDone } from './use-today.ts';

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** How far the user is, above the list. */
function TodayBar({ today }: { today: Today }) {
  const user = useUser();
  const now = useMinute();
  const done = countDone(today);
  const all = done + today.items.length;
  return (
    <div className="flex h-bar min-w-0 flex-none items-center gap-3 border-b px-4 max-md:h-14">
      <p className="min-w-0 truncate font-medium max-md:hidden">
        <bdi>{texts.greeting(capital(user.username), new Date(now).getHours())}</bdi>
      </p>
      <Progress label={todayTexts.title} value={done} max={all} className="w-36 flex-none" />
      <output className="flex-none text-13 text-muted tabular-nums">{todayTexts.progress(done, all)}</output>
      <Library className="ml-auto" />
    </div>
  );
}

/** Everything that isn't for today. */
export const Library = ({ className = '' }: { className?: string }) => (
  <span className={`flex flex-none items-center gap-3 ${className}`}>
    <ButtonLink variant="link" size="sm" to="/dashboard/leads?view=all">
      {todayTexts.leads}
    </ButtonLink>
    <ButtonLink variant="link" size="sm" to="/dashboard/posts">
      {todayTexts.posts}
    </ButtonLink>
  </span>
);

const { Part: TodayReader, preload } = lazyPart(async () => (await import('./today-reader.tsx')).TodayReader);

const actions: ItemActions<StackItem> = {
  canLead: false,
  postIdsOf: ({ lead }) => lead.posts.map(({ id }) => id),
  personOf: ({ lead }) => ({ leadId: lead.id, name: lead.redditUsername }),
  apply: (item, action) => {
    if (action === 'dismiss' || action === 'archive') return null;
    return action === 'seen' || action === 'unseen' ? { ...item, lead: { ...item.lead, seen: action === 'seen' } } : item;
  },
  afterHandling: () => null,
};

/** Whether a lead whose stage has just changed is still to be handled. */
function stays({ kind }: StackItem, { stage }: Lead): boolean {
  if (kind === 'lead') return stage === 'new';
  return kind === 'follow-up' || (stage !== 'won' && stage !== 'lost');
}

const placeOf = (stack: readonly StackItem[], item: StackItem): StackItem[] =>
  stack.some(({ id }) => id === item.id) ? stack.map((other) => (other.id === item.id ? item : other)) : [item, ...stack];

const grouping: Grouping<StackItem> = {
  by: ({ kind }) => todayTexts.groups[kind],
  score: ({ lead }) => lead.confidence,
  at: ({ lead }) => lead.lastActivityAt,
};

function rowOf({ kind, lead, followUp, answers }: StackItem, hasOneCampaign: boolean): RowView {
  const row = rowOfLead(lead, campaignsOf(lead, hasOneCampaign));
  const newest = answers.at(-1);
  if (newest) return { ...row, why: newest.body.replaceAll(/\*\*|__|`/g, '') || todayTexts.answered, at: newest.at };
  return kind === 'follow-up' ? { ...row, why: followUp?.note || todayTexts.followUpDue, at: followUp?.dueAt ?? row.at } : row;
}

interface StackProps {
  stack: Stack;
  today: Today;
  hasOneCampaign: boolean;
}

/** The day's list, the first one open. What it holds is handled by the same keys as every other list. */
export function TodayStack({ stack, today, hasOneCampaign }: StackProps) {
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const opened = address.get('lead');
  // Handled in another tab or by the reply that was just sent: the next one takes its place.
  const openId = useMemo(() => (stack.items?.some(({ id }) => id === opened) ? opened : null), [stack.items, opened]);
  return (
    <Inbox
      className="h-[calc(100dvh-108px)] border-b max-lg:not-has-data-reader:h-auto"
      filters={<TodayBar today={today} />}
      list={{
        title: todayTexts.title,
        noun: listTexts.noun,
        countLabel: listTexts.count,
        scrollKey: 'today',
        listing: stack,
        grouping,
        viewOf: (item) => rowOf(item, hasOneCampaign),
        hrefOf: ({ id }) => `/dashboard/leads/${id}`,
        onHold: () => {},
        empty: null,
      }}
      actions={actions}
      reader={{
        openId,
        onOpen: (id, options) => setFilters({ lead: id }, options),
        onClose: () => setFilters({ lead: undefined }),
        preload,
        readsOf: ({ lead }) => readsOfLead(lead),
        render: (id, item, tools) => (
          <TodayReader
            key={id}
            id={id}
            item={item}
            tools={tools}
            onChange={(lead) => {
              if (!item) return;
              const isLeft = !stays(item, lead);
              if (isLeft) tools.onGone();
              void stack.patch((items) => (isLeft ? items.filter((other) => other.id !== id) : placeOf(items, { ...item, lead })));
            }}
          />
        ),
      }}
    />
  );
}
