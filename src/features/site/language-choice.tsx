import { LANGUAGES, type Language } from '@/language/choice'
import { chooseLanguage } from '@/language/load'
import { currentLanguage, t } from '@/language/text'
import { classNames } from '@/lib/class-names'

/** The languages of the shop, each in its own name. Choosing one draws the page anew in it. */
export function LanguageChoice({ className }: { className: string }) {
  const spoken = currentLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out inside this row
    <div role="group" aria-label={t('Language')} className={classNames('flex gap-x-1', className)}>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={LANGUAGES[language].lang}
          aria-pressed={language === spoken}
          onClick={() => chooseLanguage(language)}
          className={classNames(
            'min-h-11 min-w-11 px-2 underline-offset-4 first:-ml-2 hover:underline',
            // In the device's own letters: for one word, nobody fetches another script's 59 kB.
            language === spoken ? 'font-medium text-ink' : 'text-ink-2 [font-family:system-ui,sans-serif]',
          )}
        >
          {LANGUAGES[language].name}
        </button>
      ))}
    </div>
  )
}
