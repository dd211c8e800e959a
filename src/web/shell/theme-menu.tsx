import { Moon, Sun } from 'lucide-react';
import { lazy } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { shellTexts } from './texts.ts';

const ThemePanel = lazy(async () => ({ default: (await import('./theme-panel.tsx')).ThemePanel }));

export function ThemeMenu() {
  const { dark } = useTheme();
  return (
    <Popover
      align="end"
      label={shellTexts.theme}
      trigger={<IconButton label={shellTexts.theme} icon={dark ? Moon : Sun} />}
      className="flex flex-col gap-3"
    >
      <ThemePanel />
    </Popover>
  );
}
