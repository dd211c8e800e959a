import { Monitor, Moon, Sun } from 'lucide-react';
import { themePreferences, useTheme } from '#web/lib/theme.ts';
import { AccentPicker } from '#web/ui/accent-picker.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { shellTexts, themeNames } from './texts.ts';

export const themeIcons = { light: Sun, dark: Moon, system: Monitor };
export const themeOptions = themePreferences.map((value) => ({ value, label: themeNames[value], icon: themeIcons[value] }));

export function ThemePanel() {
  const { preference, dark, accent, setPreference, setAccent } = useTheme();
  return (
    <>
      <p className="text-12 font-medium text-muted">{shellTexts.themeHeading}</p>
      <Segmented label={shellTexts.themeHeading} options={themeOptions} value={preference} onChange={setPreference} />
      <p className="mt-1 text-12 font-medium text-muted">{shellTexts.accentHeading}</p>
      <AccentPicker value={accent} onChange={setAccent} dark={dark} />
    </>
  );
}
