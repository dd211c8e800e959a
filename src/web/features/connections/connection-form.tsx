import { Copy } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import type { Connection, ConnectionId, Connections, ConnectionTest, TestedId } from '#shared/connections.ts';
import { RedditSteps } from '#web/features/reddit-account/setup-steps.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { ConnectionInput } from './connection-input.tsx';
import { connectionTexts as texts, intros, saveLabels, stepTexts, testLabels, titles } from './texts.ts';
import { shownFields, useConnection } from './use-connection.ts';

interface ConnectionFormProps {
  connection: Connection;
  all: Connections;
  onSaved: (all: Connections) => void;
  onDirty: (isDirty: boolean) => void;
}

type State = ReturnType<typeof useConnection>;

function Buttons({ connection, state }: { connection: Connection; state: State }) {
  const { id } = connection;
  const { draft, busy, isDirty, canTest } = state;
  const hasServer = id === 'model' && shownFields(connection, draft).length > 1;
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" busy={busy === 'save'} disabled={!isDirty}>
        {saveLabels[id]}
      </Button>
      {canTest ? (
        <Button variant="outline" busy={busy === 'test'} onClick={() => void state.test()}>
          {testLabels[id as TestedId]}
        </Button>
      ) : null}
      {hasServer ? (
        <Button variant="ghost" busy={busy === 'models'} onClick={() => void state.listModels()}>
          {texts.listModels}
        </Button>
      ) : null}
    </div>
  );
}

/** A connection with its steps, values, test, and result. */
export function ConnectionForm({ connection, all, onSaved, onDirty }: ConnectionFormProps) {
  const state = useConnection(connection, onSaved);
  const { draft, errors, failure, result, isDirty, canTest } = state;
  const { id, configured } = connection;
  const report = useEffectEvent(onDirty);
  useEffect(() => report(isDirty), [isDirty]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.busy === null && isDirty) void state.save();
  };
  const status = <Status tone={configured ? 'good' : 'off'}>{configured ? texts.setUp : texts.notSetUp}</Status>;
  return (
    <Section title={titles[id]} id={`connection-${id}`} aside={canTest || id === 'address' ? status : null}>
      <form noValidate aria-labelledby={`connection-${id}`} onSubmit={submit} className="mt-4 flex flex-col gap-5">
        <p className="text-14 text-pretty text-soft-text">{intros[id]}</p>
        <Steps id={id} all={all} />
        {failure ? <Note tone="bad">{failure}</Note> : null}
        {shownFields(connection, draft).map((field) => (
          <ConnectionInput
            key={field.key}
            field={field}
            draft={draft}
            error={errors[field.key]}
            models={state.models}
            onChange={(value) => state.change(field.key, value)}
          />
        ))}
        {result ? <TestResult result={result} /> : null}
        <Buttons connection={connection} state={state} />
      </form>
    </Section>
  );
}

/** What has to be done elsewhere before the fields can be filled in. */
function Steps({ id, all: { redirectUri, webhookUrl } }: { id: ConnectionId; all: Connections }) {
  if (id === 'reddit')
    return (
      <>
        <RedditSteps redirectUri={redirectUri} />
        <p className="text-13 text-muted">{stepTexts.publicAddress}</p>
      </>
    );
  if (id !== 'stripe') return null;
  return (
    <p className="text-13 text-soft-text">
      {stepTexts.stripeWebhook}
      <span className="mt-1 flex items-center gap-1">
        <code className="min-w-0 font-mono text-13 text-text break-all select-all">{webhookUrl}</code>
        <IconButton small label={stepTexts.copyWebhook} icon={Copy} onClick={() => void copyText(webhookUrl)} />
      </span>
    </p>
  );
}

/** How a test ended; for a model also what it said. */
function TestResult({ result: { ok, message, sample } }: { result: ConnectionTest }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <Note tone={ok ? 'good' : 'bad'}>{message}</Note>
      {sample ? (
        <figure className="flex flex-col gap-3 border-l-2 border-line pl-4 text-13">
          <figcaption className="font-medium">{texts.sampleTitle}</figcaption>
          <blockquote className="text-soft-text">
            <b className="block font-medium text-text">{sample.title}</b>
            {sample.body}
          </blockquote>
          <Facts
            facts={[
              { name: texts.saidIntent, value: sample.intent },
              { name: texts.saidFit, value: sample.fit },
              { name: texts.saidReason, value: sample.reason },
            ]}
          />
        </figure>
      ) : null}
    </div>
  );
}
