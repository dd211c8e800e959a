import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { maxTextLength } from '#shared/companion.ts';
import { importRoutes } from '#shared/imports.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useCheckedForm } from '#web/lib/form.ts';
import { t } from '#web/lib/language.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState, Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { parsePaste, importTexts } from './import-dialog.tsx';

const texts = {
  title: t('Add a conversation'),
  lead: t('It goes into the campaign you choose, and is filtered and scored like any other.'),
  campaign: t('Campaign'),
  confirm: (name: string) => (name === '' ? t('Add to the campaign') : t('Add to {name}', { name })),
  noCampaign: t('Create a campaign first, so that there is something to match the conversation against.'),
  create: t('New campaign'),
  allPaused: t('Your campaigns are paused. Resume the one the conversation belongs to, then share it again.'),
  campaigns: t('Campaigns'),
  failed: t("Couldn't load your campaigns."),
};

/** What a phone shares: apps put a link into any of the three. A link alone is a link; Reddit's apps add a title to it. */
export function sharedText(params: Pick<URLSearchParams, 'get'>): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => params.get(name)?.trim() ?? '');
  const parts = [title, text, url].filter((part, index, all) => part !== '' && all.indexOf(part) === index);
  const links = parts.join(' ').match(/https?:\/\/\S+/g) ?? [];
  const [link] = links;
  const isOfReddit = link !== undefined && /^https?:\/\/(?:[\w-]+\.)?(?:reddit\.com|redd\.it)\//i.test(link);
  return isOfReddit && new Set(links).size === 1 ? link : parts.join('\n\n');
}

/** What the bookmarklet took from a page. */
const pageIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('page')?.trim().slice(0, maxTextLength) ?? null;

/** Opened by a phone's "Share" menu and the bookmarklet: takes a conversation into a campaign. */
export function SharePage() {
  usePageTitle(texts.title);
  const answer = useApi(campaignRoutes.list, { query: { limit: 100 } });
  const isPaused = (answer.data?.items.length ?? 0) > 0;
  const empty = (
    <EmptyState
      action={
        <Button asChild>
          <Link to={isPaused ? '/dashboard/campaigns' : '/dashboard/campaigns/new'}>{isPaused ? texts.campaigns : texts.create}</Link>
        </Button>
      }
    >
      {isPaused ? texts.allPaused : texts.noCampaign}
    </EmptyState>
  );
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Loaded
        answer={{ ...answer, data: answer.data && { items: answer.data.items.filter(({ status }) => status === 'active') } }}
        failed={texts.failed}
        skeleton={<ListSkeleton rows={2} />}
        empty={empty}
      >
        {({ items }) => <ShareForm campaigns={items} />}
      </Loaded>
    </Page>
  );
}

function ShareForm({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [text, setText] = useState(() => pageIn(hash) ?? sharedText(params));
  const [campaignId, setCampaign] = useState(campaigns[0]?.id ?? '');
  const form = useCheckedForm(
    () => {
      const body = parsePaste(text);
      return body ? { data: body } : { errors: { text: importTexts.nothing } };
    },
    async (body) => {
      await call(importRoutes.paste, { body: { ...body, campaignId } });
      markStale(['/campaigns', '/posts', '/leads', '/dashboard']);
      toast(importTexts.started);
      await navigate(`/dashboard/campaigns/${campaignId}`, { replace: true });
    },
  );
  return (
    <form {...form.props} className="mt-6 flex max-w-xl flex-col gap-5">
      <FormFailure form={form} />
      <Field label={importTexts.pasteLabel} hint={importTexts.pasteHint} error={form.errors['text']}>
        <Textarea name="text" rows={8} value={text} maxLength={maxTextLength} onChange={(event) => setText(event.target.value)} />
      </Field>
      {campaigns.length > 1 ? (
        <Field label={texts.campaign}>
          <Select
            full
            options={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
            value={campaignId}
            onChange={(id) => setCampaign(id)}
          />
        </Field>
      ) : null}
      <Button type="submit" busy={form.busy} className="self-start">
        {texts.confirm(campaigns.length === 1 ? (campaigns[0]?.name ?? '') : '')}
      </Button>
    </form>
  );
}
