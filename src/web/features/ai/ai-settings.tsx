import { aiRoutes, type AiSpend, type AiStatus, wayTexts } from '#shared/ai.ts';
import { formatMoney } from '#web/features/analytics/format.ts';
import { useApi } from '#web/lib/api.ts';
import { authorName, fullNumber } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { both, Loaded, PageSkeleton } from '#web/ui/states.tsx';
import { MissedPosts, SpendReport, SpendTable } from './spend-report.tsx';
import { LimitLine, StateLine } from './status-lines.tsx';
import { aiTexts as texts } from './texts.ts';
import { VoiceSection } from './voice.tsx';

/** Which model is in use, its state, and what it costs this user. */
export function AiSettings() {
  const answer = both(useApi(aiRoutes.status, {}, { refreshInterval: 60_000 }), useApi(aiRoutes.spend, { query: {} }));
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
      {([status, spend]) => (
        <div className="flex flex-col gap-10">
          <Section title={texts.title}>
            <InUse status={status} />
          </Section>
          <VoiceSection />
          {status.provider === 'builtin' && spend.total.calls === 0 ? null : <Spent spend={spend} />}
        </div>
      )}
    </Loaded>
  );
}

function InUse({ status }: { status: AiStatus }) {
  const { provider, model, strongModel, way, hint, waiting, today, tokensPerUserDay, instance } = status;
  if (provider === 'builtin')
    return (
      <div className="flex flex-col gap-2 pt-4 text-soft-text">
        <p>{texts.builtIn}</p>
        <p>{texts.builtInHow}</p>
      </div>
    );
  return (
    <div className="flex flex-col gap-5 pt-4">
      <StateLine status={status} />
      {hint ? <Note tone="warn">{tSent(hint)}</Note> : null}
      <Facts
        facts={[
          { name: texts.provider, value: texts.names[provider] },
          { name: texts.model, value: model },
          ...(way === null ? [] : [{ name: texts.asked, value: t(wayTexts[way]) }]),
          ...(strongModel === null ? [] : [{ name: texts.strongModel, value: strongModel }]),
        ]}
      />
      <LimitLine label={texts.tokensToday} used={today.tokens} limit={tokensPerUserDay} />
      {instance ? <LimitLine label={texts.instanceTokens} used={instance.tokens} limit={instance.tokensPerDay} /> : null}
      {instance ? <LimitLine label={texts.instanceCalls} used={instance.calls} limit={instance.callsPerDay} /> : null}
      <p className="text-12 text-muted">
        {waiting > 0 ? `${texts.waiting(waiting)} ` : ''}
        {texts.untilMidnight}
      </p>
    </div>
  );
}

function Spent({ spend }: { spend: AiSpend }) {
  const { byCampaign, byLead, missed } = spend;
  return (
    <>
      <Section title={texts.spend}>
        <SpendReport report={spend}>
          {byCampaign.length > 0 ? (
            <SpendTable
              caption={texts.byCampaign}
              head={texts.campaign}
              rows={byCampaign}
              rowKey={({ campaignId }) => campaignId}
              nameOf={({ name }) => name}
              more={[
                { key: 'leads', header: texts.leads, figures: true, render: ({ leads }) => fullNumber(leads) },
                { key: 'perLead', header: texts.perLead, figures: true, render: ({ costPerLead }) => formatMoney(costPerLead) },
              ]}
            />
          ) : null}
          {byLead.length > 0 ? (
            <SpendTable
              caption={texts.byLead}
              head={texts.lead}
              rows={byLead}
              rowKey={({ leadId }) => leadId}
              nameOf={({ username }) => authorName(username)}
            />
          ) : null}
        </SpendReport>
      </Section>
      <Section title={texts.missedTitle}>
        <MissedPosts missed={missed} />
      </Section>
    </>
  );
}
