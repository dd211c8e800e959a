/** Something was opened and is still loading: hotkeys check for this mark, because keys pressed now are meant for it. */
export function PendingMark() {
  return <div data-pending="" aria-busy="true" hidden />;
}
