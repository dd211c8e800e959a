/** What must work when the server is gone: messages, menus, and the choice of a reason. The pages load them on first use. */
export function fetchOfflineParts(): void {
  const parts = [import('#web/ui/provider.tsx'), import('#web/ui/menu-panel.tsx'), import('#web/ui/popover-panel.tsx')];
  for (const part of parts) part.catch(() => {});
}
