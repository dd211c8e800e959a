import { Ear } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { productPro, version } from '#shared/product.ts';
import { useAction } from '#web/lib/failure.ts';
import type { Form } from '#web/lib/form.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { Button, TextLink } from '#web/ui/button.tsx';
import { FailureAlert } from '#web/ui/field.tsx';
import { Wordmark } from '#web/ui/logo.tsx';
import { Say } from '#web/ui/say.tsx';
import { Score } from '#web/ui/score.tsx';
import { authTexts, samplePosts } from './texts.ts';

interface AuthLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** The form on the left and, where there is space, an illustration on the right. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col bg-surface px-8 py-6 max-md:p-5">
        <header className="flex items-center justify-between">
          <Link to="/">
            <Wordmark>{productPro}</Wordmark>
          </Link>
          <ThemeButton />
        </header>
        <main className="m-auto w-full max-w-90 py-8">
          <h1 className="text-28 font-semibold tracking-[-.02em] text-balance wrap-anywhere max-md:text-[1.5rem] max-md:leading-8">
            {title}
          </h1>
          <p className="mt-1 wrap-anywhere text-muted">{lead}</p>
          {children}
        </main>
        <footer className="flex justify-between gap-4 text-12 text-muted">
          <span className="tabular-nums">v{version}</span>
          <span className="truncate">{location.host}</span>
        </footer>
      </div>
      <SampleFeed />
    </div>
  );
}

interface AuthFormProps {
  form: Form;
  submit: string;
  children: ReactNode;
}

/** A column of fields with the form-level error above them. */
export function AuthForm({ form, submit, children }: AuthFormProps) {
  return (
    <form {...form.props} className="mt-6 flex flex-col gap-4">
      <FailureAlert failure={form.failure} />
      {children}
      <Button type="submit" size="lg" busy={form.busy} className="mt-2 w-full">
        {submit}
      </Button>
    </form>
  );
}

function FadedPost({ score, title }: { score: number; title: string }) {
  return (
    <li className="flex gap-4 py-2 leading-6 text-muted">
      <Score value={score} />
      <span>{title}</span>
    </li>
  );
}

/** Illustration: many faded posts and the one that matters. All invented. */
function SampleFeed() {
  const { before, match, after } = samplePosts;
  const [lead = ''] = match.text.split(match.quote);
  return (
    <aside aria-label={authTexts.samplePosts} className="flex items-center border-l bg-background p-16 max-lg:hidden">
      <ul className="max-w-130">
        {before.map((voice) => (
          <FadedPost key={voice.title} {...voice} />
        ))}
        <li className="flex gap-4 py-5">
          <span className="mt-1">
            <Score value={match.score} />
          </span>
          <div>
            <p className="text-20 leading-8 tracking-[-.008em] text-soft-text">
              <Say
                text="“{words}”"
                words={[
                  lead,
                  <mark key="quote" className="evidence">
                    {match.quote}
                  </mark>,
                ]}
              />
            </p>
            <p className="mt-2 flex items-center gap-1.5 text-13">
              <Ear aria-hidden className="text-primary" />
              {match.why}
              <span className="text-muted">{match.source}</span>
            </p>
          </div>
        </li>
        {after.map((voice) => (
          <FadedPost key={voice.title} {...voice} />
        ))}
      </ul>
    </aside>
  );
}

interface ActionPageProps {
  title: string;
  lead: string;
  action: string;
  onAct: () => Promise<unknown>;
  /** Below the button. */
  children?: ReactNode;
}

/** The target of a link in an email. Needs a click: email scanners open every link. */
export function ActionPage({ title, lead, action, onAct, children }: ActionPageProps) {
  const { isBusy, failure, start } = useAction();
  return (
    <AuthLayout title={title} lead={lead}>
      <FailureAlert failure={failure} className="mt-6" />
      <Button size="lg" busy={isBusy} onClick={() => void start(onAct)} className="mt-6 w-full">
        {action}
      </Button>
      {children}
    </AuthLayout>
  );
}

/** A link below a form. */
export function FootLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mt-5 text-13">
      <TextLink to={to}>{children}</TextLink>
    </p>
  );
}
