import { useState } from 'react';
import {
  type Connection,
  type ConnectionField,
  type ConnectionKey,
  connectionRoutes,
  type Connections,
  type ConnectionTest,
  type ConnectionValues,
  type TestedId,
  testedIds,
} from '#shared/connections.ts';
import { modelServerOf, modelServers } from '#shared/model-servers.ts';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { builtInLabel, connectionTexts as texts, otherServerLabel, titles } from './texts.ts';

/** What was typed, by key. Null: to be removed. An empty text in a secret leaves the saved one. */
export type Draft = Partial<Record<ConnectionKey, string | null>>;

const savedText = ({ value }: ConnectionField): string => String(value ?? '');

export const textOf = (field: ConnectionField, draft: Draft): string => draft[field.key] ?? savedText(field);

/** Only what differs from what is saved. */
export function changesOf({ fields }: Connection, draft: Draft): ConnectionValues {
  const changed = fields.flatMap((field): [ConnectionKey, string | null][] => {
    const typed = draft[field.key];
    if (typed === undefined || field.lockedBy !== null) return [];
    if (typed === null) return field.saved ? [[field.key, null]] : [];
    const text = typed.trim();
    if (field.secret) return text === '' ? [] : [[field.key, text]];
    return text === savedText(field) ? [] : [[field.key, text === '' ? null : text]];
  });
  return Object.fromEntries(changed);
}

/** The provider decides which fields of a model are shown. */
export function shownFields({ id, fields }: Connection, draft: Draft): ConnectionField[] {
  if (id !== 'model') return fields;
  const provider = fields.find(({ key }) => key === 'ai.provider');
  const chosen = provider ? textOf(provider, draft) : 'builtin';
  return fields.filter(({ key }) => key === 'ai.provider' || key.startsWith(`ai.${chosen}.`));
}

export const fieldOf = ({ fields }: Pick<Connection, 'fields'>, key: ConnectionKey): ConnectionField | undefined =>
  fields.find((field) => field.key === key);

/** In the list of model servers: one without a name there. */
const otherServer = 'other';

/** The chosen model server: `builtin`, one with a name, or `other`. */
export function serverIdOf(connection: Connection, draft: Draft): string {
  const valueOf = (key: ConnectionKey): string => {
    const field = fieldOf(connection, key);
    return field ? textOf(field, draft) : '';
  };
  const provider = valueOf('ai.provider');
  if (provider === 'builtin') return provider;
  return modelServerOf(provider, valueOf('ai.openai.baseUrl'))?.id ?? otherServer;
}

export const serverOptions = [
  { value: 'builtin', label: builtInLabel },
  ...modelServers.map(({ id, label }) => ({ value: id as string, label })),
  { value: otherServer, label: otherServerLabel },
];

/** What choosing a model server fills in. The address of an Ollama stays: it may be another machine. A typed key belongs to one server. */
export function draftForServer(draft: Draft, id: string): Draft {
  const { 'ai.openai.baseUrl': _, 'ai.openai.model': __, 'ai.openai.apiKey': ___, ...others } = draft;
  const server = modelServers.find((each) => each.id === id);
  if (!server)
    return id === otherServer ? { ...others, 'ai.provider': 'openai', 'ai.openai.baseUrl': '' } : { ...others, 'ai.provider': id };
  if (server.provider === 'ollama') return { ...others, 'ai.provider': 'ollama' };
  return { ...others, 'ai.provider': 'openai', 'ai.openai.baseUrl': server.address, 'ai.openai.model': server.model };
}

/** Tells models apart: the same as long as neither the server nor the name of the model changes. */
export const modelKeyOf = (connection: Connection, draft: Draft): string =>
  JSON.stringify(shownFields(connection, draft).map((field) => (field.secret ? '' : textOf(field, draft).trim())));

type Busy = 'save' | 'test' | 'models';
interface State {
  busy: Busy | null;
  errors: FieldErrors;
  failure: string | null;
  result: ConnectionTest | null;
}
const atRest: State = { busy: null, errors: {}, failure: null, result: null };

const isTested = (id: string): id is TestedId => (testedIds as readonly string[]).includes(id);

/** The server names fields below `values`. */
function errorsIn(error: ApiError): FieldErrors {
  const errors = fieldErrorsOf(error.details);
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.replace(/^values\./, ''), message]));
}

/** What is being done with a connection, and how it ended. */
function useAttempts() {
  const [state, setState] = useState(atRest);
  async function attempt(busy: Busy, work: () => Promise<Partial<State>>): Promise<void> {
    setState({ ...atRest, busy });
    try {
      setState({ ...atRest, ...(await work()) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = errorsIn(error);
      setState({ ...atRest, errors, failure: Object.keys(errors).length > 0 ? null : error.message });
    }
  }
  return { state, setState, attempt };
}

/** The draft of a connection, and saving and testing it. */
export function useConnection(connection: Connection, onSaved: (all: Connections) => void) {
  const { id } = connection;
  const [draft, setDraft] = useState<Draft>({});
  const [models, setModels] = useState<readonly string[]>([]);
  const { state, setState, attempt } = useAttempts();
  const values = changesOf(connection, draft);

  const save = () =>
    attempt('save', async () => {
      onSaved(await call(connectionRoutes.change, { params: { id }, body: { values } }));
      setDraft({});
      markStale(['/public-settings', '/reddit-oauth', '/ai', '/admin/overview', '/notifications', '/dashboard', '/billing']);
      showToast.success(texts.saved(titles[id]));
      return {};
    });
  const test = () =>
    attempt('test', async () => {
      if (!isTested(id)) return {};
      const result = await call(connectionRoutes.test, { params: { id }, body: { values } });
      // A passing test ends the pause of a model that failed before.
      if (id === 'model') markStale(['/ai']);
      return { result };
    });
  const listModels = () =>
    attempt('models', async () => {
      const result = await call(connectionRoutes.models, { body: { values } });
      setModels(result.models);
      return { result };
    });

  return {
    ...state,
    draft,
    values,
    models,
    isDirty: Object.keys(values).length > 0,
    canTest: isTested(id),
    /** Chooses a model server, and one of its models if they are known. */
    choose(server: string, known?: { models: readonly string[]; model: string }): void {
      setModels(known?.models ?? []);
      setState(atRest);
      setDraft((now) => ({ ...draftForServer(now, server), ...(known && { 'ai.ollama.model': known.model }) }));
    },
    change(key: keyof Draft, value: string | null | undefined): void {
      if (key !== 'ai.ollama.model' && key !== 'ai.openai.model') setModels([]);
      setState((now) => ({ ...now, result: null, errors: { ...now.errors, [key]: '' } }));
      setDraft((now) => {
        const { [key]: _, ...others } = now;
        return value === undefined ? others : { ...others, [key]: value };
      });
    },
    save,
    test,
    listModels,
  };
}
