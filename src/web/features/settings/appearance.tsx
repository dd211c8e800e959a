import { chooseLanguage, type Language, languageNames, uiLanguage, t } from '#web/lib/language.ts';
import { useTheme } from '#web/lib/theme.ts';
import { themeOptions } from '#web/shell/theme-panel.tsx';
import { AccentPicker } from '#web/ui/accent-picker.tsx';
import { Section } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { appearanceTexts } from './texts.ts';

const languages = (Object.keys(languageNames) as Language[]).map((value) => ({ value, label: languageNames[value] }));

export function Appearance() {
  const { preference, dark, accent, setPreference, setAccent } = useTheme();
  return (
    <div className="flex flex-col gap-10">
      <Section title={appearanceTexts.theme}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <Segmented label={appearanceTexts.theme} options={themeOptions} value={preference} onChange={setPreference} />
          <p className="text-12 text-muted">{appearanceTexts.themeHint}</p>
        </div>
      </Section>
      <Section title={appearanceTexts.accent}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <AccentPicker value={accent} onChange={setAccent} dark={dark} />
          <p className="text-12 text-muted">{appearanceTexts.accentHint(t(accent))}</p>
        </div>
      </Section>
      <Section title={appearanceTexts.language}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <Segmented label={appearanceTexts.language} options={languages} value={uiLanguage} onChange={chooseLanguage} />
          <p className="text-12 text-muted">{appearanceTexts.languageHint}</p>
        </div>
      </Section>
    </div>
  );
}
