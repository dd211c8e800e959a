import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { productPro, version, product } from '#shared/product.ts';
import type { Evidence } from '#shared/scoring.ts';
import type { PublicSettings } from '#shared/system.ts';
import { useBetaMode, usePublicSettings } from '#web/lib/public-settings.tsx';
import { t } from '#web/lib/language.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useAuth } from '#web/lib/session.tsx';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EvidenceProvider, EvidenceText } from '#web/ui/evidence.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { Score } from '#web/ui/score.tsx';
import { type Reason, WhyBars } from '#web/ui/why.tsx';

const landingTexts = {
  title: t('Hear who needs what you sell'),
  headline: t('Hear the conversations where someone needs what you sell.'),
  lede: t(
    "{product} listens to the subreddits, forums, and feeds you choose, shows you the few posts that matter, tells you why in the writer's own words, and helps you reply well. It runs on your own server.",
    { product },
  ),
  note: t("You don't need an API key or an AI model to find your first lead."),
  navigation: t('Main'),
  how: t('How it works'),
  hosting: t('Self-hosting'),
  roadmap: t('Roadmap'),
  logIn: t('Log in'),
  createAccount: t('Create account'),
  createFirst: t('Create the first account'),
  openDashboard: t('Open dashboard'),
  apply: t('Apply for the beta'),
  beta: t('This {product} is in closed beta. You need an invitation to create an account.', { product }),
  closed: t('Registration is closed. Ask the operator of this {product} for an account.', { product }),
  sampleCaption: t('A lead, as {product} shows it', { product }),
  sample: t('sample'),
  why: (score: number) => t('Why {score}', { score }),
  notReddit: t('Not affiliated with Reddit.'),
};

const stepTexts = {
  title: t('Ten good leads, not a thousand hits'),
  steps: [
    {
      title: t("Say who you're looking for"),
      text: t(
        'One sentence or your website is enough. {product} suggests rules and subreddits, tells you why, and shows what they would have found.',
        { product },
      ),
    },
    {
      title: t('Read what it found'),
      text: t(
        'Ten minutes, twice a day. Every score shows its seven components and the sentences behind them. Mark a bad match, and it learns.',
      ),
    },
    {
      title: t('Reply like a neighbor'),
      text: t("See the thread and the subreddit's rules, then reply in your own words. Nothing is ever posted without your click."),
    },
  ],
};

const hostingTexts = {
  title: t('It runs on your own server'),
  lede: t(
    'One process with its own database. Your data stays in one folder. Add Ollama or OpenAI for better scores and a Reddit API key for faster updates; you need neither to start.',
  ),
  points: [
    t('Accounts, backups, limits, and a command line included'),
    t('Secrets are encrypted, and posts that their author deletes are deleted here within 48 hours'),
    t("Every score shows the words it's based on, so you can check it yourself"),
  ],
};

interface Entry {
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

const body = t(
  'Six active clients right now and every one of them is billed in a different way. So I’m looking for something that sends invoices, takes deposits and chases people politely without me having to think about it.',
);

function quote(text: string, why: Evidence['why']): Evidence {
  const start = body.indexOf(text);
  return { text, start, end: start + text.length, field: 'body', why };
}

/** An invented lead: neither the post nor the person exists. */
export const sample = {
  score: 93,
  title: t('Six clients, six spreadsheets, two of them 60 days late. What do you all use?'),
  subreddit: 'r/freelance',
  author: 'u/graphite_otter',
  age: t('38 min ago'),
  body,
  evidence: [
    quote(t('Six active clients right now and every one of them is billed in a different way'), 'fit'),
    quote(t('I’m looking for something that sends invoices, takes deposits and chases people politely'), 'intent'),
  ],
  reasons: [
    { name: 'intent', points: 29, max: 30, message: t('Asks for help: “looking for”, “would pay”') },
    { name: 'fit', points: 28, max: 30, message: t('Exact: freelancer, six clients') },
    { name: 'relevance', points: 11, max: 12, message: t('Four of your five pain points') },
    { name: 'urgency', points: 7, max: 8, message: t('Soon: before the month ends') },
  ] satisfies Reason[],
};

/** Undefined until the session and the public settings are known. */
function useEntry() {
  const { status } = useAuth();
  const { betaModeEnabled, loading } = useBetaMode();
  const { data, error } = usePublicSettings();
  if (status === 'loading' || loading || !(data ?? error)) return undefined;
  return entryFor({ signedIn: status === 'authenticated', betaMode: betaModeEnabled, settings: data });
}

function TopBar({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="flex h-16 items-center gap-1">
      <Wordmark>{productPro}</Wordmark>
      <nav aria-label={landingTexts.navigation} className="ml-auto flex items-center gap-1">
        <Button asChild variant="ghost" className="max-md:hidden">
          <a href="#how">{landingTexts.how}</a>
        </Button>
        <Button asChild variant="ghost" className="max-md:hidden">
          <a href="#host">{landingTexts.hosting}</a>
        </Button>
        <ButtonLink variant="ghost" className="max-md:hidden" to="/roadmap">
          {landingTexts.roadmap}
        </ButtonLink>
        <ThemeButton />
        <Button asChild variant="outline">
          {signedIn ? <Link to="/dashboard">{landingTexts.openDashboard}</Link> : <Link to="/login">{landingTexts.logIn}</Link>}
        </Button>
      </nav>
    </header>
  );
}

function Hero() {
  const entry = useEntry();
  return (
    <section className="grid items-center gap-16 pt-14 pb-20 max-lg:gap-12 max-lg:pt-8 max-lg:pb-16 max-md:gap-9 max-md:pt-5 max-md:pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,496px)]">
      <div>
        <h1 className="text-44 font-semibold tracking-[-.032em] text-balance max-md:text-[2rem] max-md:leading-10 max-md:tracking-[-.026em]">
          {landingTexts.headline}
        </h1>
        <p className="mt-5 max-w-[50ch] text-16 leading-[1.65] text-soft-text">{landingTexts.lede}</p>
        <div aria-busy={entry === undefined} className="mt-7 flex min-h-control-lg flex-wrap gap-3">
          {entry ? (
            <>
              <ButtonLink size="lg" className="max-md:flex-auto" to={entry.path}>
                {entry.label}
              </ButtonLink>
              <Button asChild size="lg" variant="outline" className="max-md:flex-auto">
                <a href="#how">{landingTexts.how}</a>
              </Button>
            </>
          ) : null}
        </div>
        <p className="mt-4 min-h-5 text-13 text-muted">{entry?.note}</p>
      </div>
      <SampleCard />
    </section>
  );
}

function Steps() {
  return (
    <section id="how" className="scroll-mt-4 border-t py-16 max-md:py-11">
      <h2 className="mb-8 text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">{stepTexts.title}</h2>
      <ol className="grid gap-x-12 gap-y-8 md:grid-cols-3">
        {stepTexts.steps.map(({ title, text }, index) => (
          <li key={title}>
            <p aria-hidden className="text-13 font-semibold text-primary tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-2 text-16 font-semibold">{title}</h3>
            <p className="mt-2 leading-[1.55] text-soft-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Hosting() {
  return (
    <section id="host" className="grid scroll-mt-4 items-center gap-x-12 gap-y-8 border-t py-16 max-md:py-11 lg:grid-cols-2">
      <div>
        <h2 className="text-28 font-semibold tracking-[-.02em] max-md:text-[1.5rem] max-md:leading-8">{hostingTexts.title}</h2>
        <p className="mt-3 max-w-[50ch] text-16 leading-[1.65] text-soft-text">{hostingTexts.lede}</p>
      </div>
      <ul className="flex min-w-0 flex-col gap-3">
        {hostingTexts.points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 text-primary" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LandingPage() {
  const { status } = useAuth();
  usePageTitle(landingTexts.title);
  return (
    <div className="min-h-dvh bg-surface">
      <div className="mx-auto w-full max-w-280 px-8 max-md:px-5">
        <TopBar signedIn={status === 'authenticated'} />
        <main>
          <Hero />
          <Steps />
          <Hosting />
        </main>
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t pt-6 pb-10 text-13 text-muted">
          <span>
            {productPro} v{version}
          </span>
          <span>{landingTexts.notReddit}</span>
        </footer>
      </div>
    </div>
  );
}

function SampleCard() {
  return (
    <figure className="rounded-[12px] border bg-surface">
      <figcaption className="flex items-center gap-2 border-b border-line px-6 py-3 text-12 text-muted max-md:px-4">
        <span className="flex-1">{landingTexts.sampleCaption}</span>
        <Badge tone="outline">{landingTexts.sample}</Badge>
      </figcaption>
      <EvidenceProvider evidence={sample.evidence}>
        <div className="px-6 py-5 max-md:p-4">
          <div className="flex items-start gap-3">
            <Score value={sample.score} />
            <div className="min-w-0">
              <p className="text-16 leading-[22px] font-semibold tracking-[-.008em] text-pretty">{sample.title}</p>
              <p className="mt-1 text-12 text-muted">{[sample.subreddit, sample.author, sample.age].join(' · ')}</p>
            </div>
          </div>
          <div className="mt-4">
            <EvidenceText text={sample.body} />
          </div>
          <div className="mt-5 border-t pt-4">
            <p className="mb-3 text-13 text-muted">{landingTexts.why(sample.score)}</p>
            <WhyBars reasons={sample.reasons} columns={2} />
          </div>
        </div>
      </EvidenceProvider>
    </figure>
  );
}
