export interface Vital {
  name: 'FCP' | 'LCP' | 'CLS' | 'INP';
  /** Milliseconds; CLS has no unit. */
  value: number;
}

type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean };

/** Measures web vitals and reports them to `target`. Without a target it does nothing. */
export function reportWebVitals(target?: (vital: Vital) => void): void {
  if (!target) return;
  const watch = (type: string, read: (entry: Entry) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) read(entry);
    });
    observer.observe({ type, buffered: true });
  };
  let shift = 0;
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && target({ name: 'FCP', value: entry.startTime }));
  watch('largest-contentful-paint', (entry) => target({ name: 'LCP', value: entry.startTime }));
  watch('event', (entry) => target({ name: 'INP', value: entry.duration }));
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    shift += entry.value ?? 0;
    target({ name: 'CLS', value: shift });
  });
}
