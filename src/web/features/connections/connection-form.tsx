import { Copy } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import { wayTexts } from '#shared/ai.ts';
import type { Connection, ConnectionField, ConnectionId, Connections, ConnectionTest, TestedId } from '#shared/connections.ts';
import { modelServers } from '#shared/model-servers.ts';
import { RedditSteps } from '#web/features/reddit-account/setup-steps.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { t, tSent } from '#web/lib/language.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { ConnectionInput } from './connection-input.tsx';
import { DetectedOllama } from './detected-ollama.tsx';
import { ModelCheck } from './model-check.tsx';
import { checkTexts, connectionTexts as texts, intros, labels, saveLabels, stepTexts, testLabels, titles } from './texts.ts';
import { modelKeyOf, serverIdOf, serverOptions, shownFields, useConnection } from './use-connection.ts';

interface ConnectionFormProps {
  connection: Connection;
  all: Connections;
  onSaved: (all: Connections) => void;
  onDirty: (isDirty: boolean) => void;
}

type State = ReturnType<typeof useConnection>;

const hasServer = (connection: Connection, { draft }: State): boolean =>
  connection.id === 'model' && shownFields(connection, draft).length > 1;

/** Where a key of the chosen server comes from. */
function keyHint(connection: Connection, { draft }: State): string | undefined {
  const server = modelServers.find(({ id }) => id === serverIdOf(connection, draft));
  return server?.keyFrom ? texts.keyFrom(server.keyFrom) : undefined;
}

interface ModelServerInputProps {
  connection: Connection;
  field: ConnectionField;
  state: State;
}

function ModelServerInput({ connection, field, state }: ModelServerInputProps) {
  const { draft, errors } = state;
  return (
    <Field label={labels['ai.provider']} hint={field.lockedBy === null ? undefined : texts.lockedBy(field)} error={errors['ai.provider']}>
      <Select
        full
        name="ai.provider"
        disabled={field.lockedBy !== null}
        options={serverOptions}
        value={serverIdOf(connection, draft)}
        onChange={(id) => state.choose(id)}
      />
    </Field>
  );
}

function Buttons({ connection, state }: { connection: Connection; state: State }) {
  const { id } = connection;
  const { busy, isDirty, canTest } = state;
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
      {hasServer(connection, state) ? (
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
        {id === 'model' ? <DetectedOllama connection={connection} state={state} /> : null}
        {shownFields(connection, draft).map((field) =>
          field.key === 'ai.provider' ? (
            <ModelServerInput key={field.key} connection={connection} field={field} state={state} />
          ) : (
            <ConnectionInput
              key={field.key}
              field={field}
              draft={draft}
              error={errors[field.key]}
              models={state.models}
              hint={field.key === 'ai.openai.apiKey' ? keyHint(connection, state) : undefined}
              onChange={(value) => state.change(field.key, value)}
            />
          ),
        )}
        {result ? <TestResult result={result} /> : null}
        <Buttons connection={connection} state={state} />
        {hasServer(connection, state) ? <ModelCheck key={modelKeyOf(connection, draft)} values={state.values} /> : null}
      </form>
    </Section>
  );
}

/** What has to be done elsewhere before the fields can be filled in. */
function Steps({ id, all: { redirectUri, loginCallbackUrl, webhookUrl } }: { id: ConnectionId; all: Connections }) {
  if (id === 'reddit')
    return (
      <>
        <RedditSteps redirectUri={redirectUri} />
        <p className="text-13 text-muted">{stepTexts.publicAddress}</p>
      </>
    );
  if (id === 'oidc') return <AddressToEnter text={stepTexts.loginCallback} address={loginCallbackUrl} copy={stepTexts.copyLoginCallback} />;
  return id === 'stripe' ? <AddressToEnter text={stepTexts.stripeWebhook} address={webhookUrl} copy={stepTexts.copyWebhook} /> : null;
}

function AddressToEnter({ text, address, copy }: { text: string; address: string; copy: string }) {
  return (
    <p className="text-13 text-soft-text">
      {text}
      <span className="mt-1 flex items-center gap-1">
        <code className="min-w-0 font-mono text-13 text-text break-all select-all">{address}</code>
        <IconButton small label={copy} icon={Copy} onClick={() => void copyText(address)} />
      </span>
    </p>
  );
}

/** How a test ended; for a model also what it said. */
function TestResult({ result: { ok, message, sample } }: { result: ConnectionTest }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <Note tone={ok ? 'good' : 'bad'}>{tSent(message)}</Note>
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
              { name: checkTexts.asked, value: t(wayTexts[sample.way]) },
            ]}
          />
        </figure>
      ) : null}
    </div>
  );
}
