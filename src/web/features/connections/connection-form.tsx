import { Copy } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import useSWR from 'swr';
import { wayTexts } from '#shared/ai.ts';
import {
  type Connection,
  type ConnectionField,
  type ConnectionId,
  type Connections,
  type ConnectionTest,
  type TestedId,
  connectionRoutes,
} from '#shared/connections.ts';
import { modelServers } from '#shared/model-servers.ts';
import { RedditSteps } from '#web/features/reddit-account/setup-steps.tsx';
import { call } from '#web/lib/api.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { t, tSent } from '#web/lib/language.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field, Select, Input } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { ModelCheck } from './model-check.tsx';
import { checkTexts, connectionTexts, intros, labels, saveLabels, stepTexts, testLabels, titles, choices, hints } from './texts.ts';
import { modelKeyOf, serverIdOf, serverOptions, shownFields, useConnection, type Draft, textOf, fieldOf } from './use-connection.ts';

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
  return server?.keyFrom ? connectionTexts.keyFrom(server.keyFrom) : undefined;
}

interface ModelServerInputProps {
  connection: Connection;
  field: ConnectionField;
  state: State;
}

function ModelServerInput({ connection, field, state }: ModelServerInputProps) {
  const { draft, errors } = state;
  return (
    <Field
      label={labels['ai.provider']}
      hint={field.lockedBy === null ? undefined : connectionTexts.lockedBy(field)}
      error={errors['ai.provider']}
    >
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
          {connectionTexts.listModels}
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
  const status = <Status tone={configured ? 'good' : 'off'}>{configured ? connectionTexts.setUp : connectionTexts.notSetUp}</Status>;
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
          <figcaption className="font-medium">{connectionTexts.sampleTitle}</figcaption>
          <blockquote className="text-soft-text">
            <b className="block font-medium text-text">{sample.title}</b>
            {sample.body}
          </blockquote>
          <Facts
            facts={[
              { name: connectionTexts.saidIntent, value: sample.intent },
              { name: connectionTexts.saidFit, value: sample.fit },
              { name: connectionTexts.saidReason, value: sample.reason },
              { name: checkTexts.asked, value: t(wayTexts[sample.way]) },
            ]}
          />
        </figure>
      ) : null}
    </div>
  );
}

interface ConnectionInputProps {
  field: ConnectionField;
  draft: Draft;
  error: string | undefined;
  /** Names of models to choose from; empty: any text. */
  models: readonly string[];
  /** Instead of the usual one. */
  hint?: string | undefined;
  onChange: (value: string | null | undefined) => void;
}

/** A secret that is saved: it can be replaced or removed, never read. */
function SavedSecret({ isRemoved, onChange }: { isRemoved: boolean; onChange: ConnectionInputProps['onChange'] }) {
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2 text-14">
      <span className="mr-auto text-soft-text">{isRemoved ? connectionTexts.removing : connectionTexts.inBrowser}</span>
      {isRemoved ? (
        <Button size="sm" variant="outline" onClick={() => onChange(undefined)}>
          {connectionTexts.keep}
        </Button>
      ) : (
        <>
          <Button size="sm" variant="outline" onClick={() => onChange('')}>
            {connectionTexts.replace}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            {connectionTexts.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function optionsOf({ field, draft, models }: Pick<ConnectionInputProps, 'field' | 'draft' | 'models'>) {
  if (!field.key.endsWith('.model') || models.length === 0) return choices[field.key];
  const current = textOf(field, draft);
  const all = models.includes(current) || current === '' ? models : [current, ...models];
  return all.map((value) => ({ value, label: value }));
}

function Control({ field, draft, models, onChange }: Omit<ConnectionInputProps, 'error' | 'hint'>) {
  const { key, secret, saved, lockedBy, value } = field;
  const isLocked = lockedBy !== null;
  const typed = draft[key];
  if (secret && saved && !isLocked && (typed === undefined || typed === null))
    return <SavedSecret isRemoved={typed === null} onChange={onChange} />;
  const options = optionsOf({ field, draft, models });
  if (options) return <Select full name={key} disabled={isLocked} options={options} value={textOf(field, draft)} onChange={onChange} />;
  return (
    <Input
      name={key}
      disabled={isLocked}
      type={secret ? 'password' : 'text'}
      inputMode={typeof value === 'number' ? 'numeric' : undefined}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck={false}
      value={secret && isLocked ? '••••••••' : textOf(field, draft)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One value of a connection, as it is set or locked. */
function ConnectionInput({ error, hint: given, ...props }: ConnectionInputProps) {
  const { field, draft } = props;
  const isReplaced = field.secret && field.saved && draft[field.key] === '';
  const ownHint = field.secret && field.saved ? (isReplaced ? connectionTexts.keptHint : undefined) : (given ?? hints[field.key]);
  const hint = field.lockedBy === null ? ownHint : connectionTexts.lockedBy(field);
  return (
    <Field label={labels[field.key]} hint={hint} error={error}>
      <Control {...props} />
    </Field>
  );
}

const [ollama] = modelServers;

/** Models of an Ollama at the configured address, by default on this machine; no other address is tried. */
const findModels = async (): Promise<string[]> =>
  (await call(connectionRoutes.models, { body: { values: { 'ai.provider': 'ollama' } } })).models;

/** Offers an Ollama that is there while no model is set up. */
function DetectedOllama({ connection, state }: { connection: Connection; state: ReturnType<typeof useConnection> }) {
  const isOpen = serverIdOf(connection, state.draft) === 'builtin' && fieldOf(connection, 'ai.provider')?.lockedBy === null;
  const { data: models = [] } = useSWR(isOpen ? 'detected-ollama' : null, findModels, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  const [first] = models;
  if (!isOpen || first === undefined) return null;
  const model = models.find((name) => name === ollama.model) ?? models.find((name) => name.includes('instruct')) ?? first;
  const host = URL.parse(String(fieldOf(connection, 'ai.ollama.host')?.value ?? ollama.address))?.hostname ?? '';
  return (
    <Note
      tone="good"
      action={
        <Button size="sm" variant="outline" onClick={() => state.choose(ollama.id, { models, model })}>
          {checkTexts.takeDetected}
        </Button>
      }
    >
      {checkTexts.detected(host, models.length)}
    </Note>
  );
}
