import { product } from '#shared/product.ts';
import { cx } from './class-names.ts';

/** Concentric arcs that form an ear, and one arc outside for the sound. Hidden from screen readers: the name is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('size-6 flex-none text-primary', className)}
    >
      <path d="M2.6 10.2a8 8 0 1 1 12.9 6.3c-1.7 1.3-2 2.3-2.4 3.4a3 3 0 0 1-5.7-.3" />
      <path d="M6.6 10.2a4 4 0 1 1 6.3 3.3c-1.2.8-1.9 1.6-2.2 3" />
      <path d="M10.6 10.2h.01" strokeWidth="2.6" />
      <path d="M21 4.6a11.6 11.6 0 0 1 .4 9.6" opacity=".55" />
    </svg>
  );
}

/** Logo and name, for pages outside the app shell. */
export function Wordmark({ children = product }: { children?: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-14 font-semibold tracking-[-.01em]">
      <Logo />
      {children}
    </span>
  );
}
