import { Slot } from 'radix-ui';
import {
  type ReactNode,
  type Ref,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  lazy,
  type ComponentType,
  createElement,
  type FunctionComponent,
} from 'react';

/** A dialog that loads when it opens for the first time. It stays mounted, to return the focus when it closes. */
export function lazyDialog<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const Dialog = lazy(async () => ({ default: await load() }));
  return function LateDialog(props: P) {
    const [isWanted, setWanted] = useState(props.open);
    if (props.open && !isWanted) setWanted(true);
    return isWanted ? (
      <Suspense fallback={<PendingMark />}>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}

/** Something was opened and is still loading: hotkeys check for this mark, because keys pressed now are meant for it. */
export function PendingMark() {
  return <div data-pending="" aria-busy="true" hidden />;
}

export interface LazyPart<P extends object> {
  Part: FunctionComponent<P>;
  /** Loads it ahead of time. A failure is shown when the part is rendered. */
  preload: () => void;
}

/** A part of a page that is loaded after the first view. If it is loaded by the time it renders, no fallback shows. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const get = async (): Promise<ComponentType<P>> => (loaded ??= await load());
  const Late = lazy(async () => ({ default: await get() })) as unknown as ComponentType<P>;
  return {
    Part: (props) => {
      // React shows a fallback for at least 300 ms, even when the part arrives immediately.
      const [Shown] = useState<ComponentType<P>>(() => loaded ?? Late);
      return createElement(Shown, props);
    },
    preload: () => void get().catch(() => {}),
  };
}

type Handler = (event: SyntheticEvent) => void;
type Props = Record<string, unknown>;
const forwardedEvents = ['onPointerMove', 'onPointerLeave', 'onPointerDown', 'onFocus', 'onBlur', 'onKeyDown', 'onClick'] as const;
type ForwardedEvent = (typeof forwardedEvents)[number];

/** Connects the button on the page with the library's trigger once it is loaded. */
export interface TriggerLink {
  element: () => HTMLElement | null;
  /** Receives the props that the library passes to its trigger. */
  take: (props: Props) => void;
  /** Replays what happened before the library was loaded. */
  catchUp: () => void;
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
const attributesOf = (props: Props): Props =>
  Object.fromEntries(Object.entries(props).filter(([name, value]) => name !== 'type' && value !== undefined && !isHandler(value)));
const isSame = (one: Props, other: Props): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

interface LateTriggerProps {
  /** One element that takes a ref, usually a button. */
  trigger: ReactNode;
  /** Its ARIA props before the library is loaded. */
  attributes?: Props;
  /** Opened by something other than the trigger. */
  open?: boolean | undefined;
  /** The library's component, with a `TriggerStandIn` as its trigger. Loaded on hover or focus. */
  children: (link: TriggerLink) => ReactNode;
}

/**
 * Renders the trigger at once and loads what it opens on hover or focus: nothing is open on first view.
 * The element stays the same throughout, so that neither focus nor a click is lost.
 */
export function LazyTrigger({ trigger, attributes: initial = none, open = false, children }: LateTriggerProps) {
  const element = useRef<HTMLElement>(null);
  const handlers = useRef<Props | null>(null);
  const missed = useRef<[ForwardedEvent, SyntheticEvent][]>([]);
  const [attributes, setAttributes] = useState(initial);
  const [isAwake, setAwake] = useState(open);
  if (open && !isAwake) setAwake(true);

  const [link] = useState<TriggerLink>(() => ({
    element: () => element.current,
    take: (props) => {
      handlers.current = props;
      const next = attributesOf(props);
      setAttributes((now) => (isSame(now, next) ? now : next));
    },
    catchUp: () => {
      for (const [name, event] of missed.current.splice(0)) tell(handlers.current, name, event);
    },
  }));
  const forward = (name: ForwardedEvent) => (event: SyntheticEvent) => {
    if (handlers.current) tell(handlers.current, name, event);
    else {
      if (missed.current.at(-1)?.[0] !== name) missed.current.push([name, event]);
      setAwake(true);
    }
  };
  return (
    <>
      <Slot.Root {...attributes} {...Object.fromEntries(forwardedEvents.map((name) => [name, forward(name)]))} ref={element}>
        {trigger}
      </Slot.Root>
      {isAwake ? <Suspense fallback={open ? <PendingMark /> : null}>{children(link)}</Suspense> : null}
    </>
  );
}

const none: Props = {};

function tell(handlers: Props | null, name: ForwardedEvent, event: SyntheticEvent): void {
  const handler = handlers?.[name];
  if (isHandler(handler)) handler(event);
}

/** Rendered where the library expects its trigger; forwards its props to the real one. */
export function TriggerStandIn({ link, ref, ...props }: { link: TriggerLink; ref?: Ref<HTMLElement> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => link.element(), [link]);
  useLayoutEffect(() => link.take(props));
  useEffect(() => link.catchUp(), [link]);
  return null;
}
