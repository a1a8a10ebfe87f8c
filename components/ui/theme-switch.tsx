import { useTranslations } from 'next-intl'

/** The storage key of the colour scheme that a reader has chosen. */
export const themeStorageName = 'afterword:theme'

/** Lets readers choose light or dark, whatever their system prefers. */
export function ThemeSwitch() {
  const t = useTranslations('navigation.theme')
  return (
    <label className="theme-switch">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
      <span className="sr-only">{t('label')}</span>
      <select name="theme">
        {(['', 'light', 'dark'] as const).map((theme) => (
          <option key={theme} value={theme}>
            {t(theme || 'system')}
          </option>
        ))}
      </select>
    </label>
  )
}
