import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { authRoutes, type SignedInDevice } from '#shared/auth.ts';
import { singleSignOnRoutes } from '#shared/single-sign-on.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { ChangePassword, FirstPassword, LinkedLogin } from './login.tsx';
import { linkedLoginTexts, passkeyTexts, securityTexts, sessionListTexts as texts, twoFactorTexts } from './texts.ts';
import { TwoFactor, Passkeys } from './two-factor.tsx';

function LogoutEverywhere() {
  const { forget } = useAuth();
  const [asking, setAsking] = useState(false);
  const end = async () => {
    await call(authRoutes.logoutEverywhere, {});
    forget();
  };
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{securityTexts.sessionsText}</p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {securityTexts.everywhere}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={securityTexts.everywhereTitle}
        description={securityTexts.sessionsText}
        confirmLabel={securityTexts.everywhere}
        onConfirm={end}
      />
    </div>
  );
}

export function Security() {
  const { data } = useApi(singleSignOnRoutes.ways, {});
  return (
    <div className="flex flex-col gap-10">
      <Section title={securityTexts.password}>{data?.hasPassword === false ? <FirstPassword /> : <ChangePassword />}</Section>
      {data && data.issuer !== null ? (
        <Section title={linkedLoginTexts.title}>
          <LinkedLogin {...data} issuer={data.issuer} />
        </Section>
      ) : null}
      <Section title={twoFactorTexts.title}>
        <TwoFactor />
      </Section>
      <Section title={passkeyTexts.title}>
        <Passkeys />
      </Section>
      <Section title={securityTexts.sessions}>
        <SessionList />
        <LogoutEverywhere />
      </Section>
    </div>
  );
}

async function endSession(id: string): Promise<void> {
  await attempt(async () => {
    await call(authRoutes.endSession, { params: { id } });
    showToast.success(texts.ended);
  });
  markStale([authRoutes.sessions.path]);
}

function SessionRow({ id, device, address, lastUsedAt, current }: SignedInDevice) {
  const name = texts.device(device);
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          {name}
          {current ? <Badge tone="outline">{texts.current}</Badge> : null}
        </p>
        <p className="text-12 text-muted">
          {address ? <span className="wrap-anywhere">{address} · </span> : null}
          {texts.lastUsed} <TimeAgo at={lastUsedAt} />
        </p>
      </div>
      {current ? null : <IconButton small label={texts.end(name)} icon={LogOut} onClick={() => void endSession(id)} />}
    </li>
  );
}

/** Devices where this account is logged in, most recently used first. */
function SessionList() {
  return (
    <Loaded answer={useApi(authRoutes.sessions, {})} failed={texts.failed} skeleton={<ListSkeleton rows={2} />}>
      {({ items }) => (
        <ul aria-label={texts.label}>
          {items.map((session) => (
            <SessionRow key={session.id} {...session} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
