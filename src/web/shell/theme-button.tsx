import { Moon, Sun } from 'lucide-react';
import { useTheme } from '#web/lib/theme.ts';
import { Button } from '#web/ui/button.tsx';
import { shellTexts } from './texts.ts';

/** Light/dark toggle for pages outside the shell. */
export function ThemeButton() {
  const { dark, setPreference } = useTheme();
  const label = dark ? shellTexts.toLight : shellTexts.toDark;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      icon={dark ? Moon : Sun}
      onClick={() => setPreference(dark ? 'light' : 'dark')}
    />
  );
}
