import { useTranslations } from 'next-intl'

/** The page of an invalid or expired link. */
export function SpentLink({ advice }: { advice: string }) {
  const t = useTranslations('signIn')
  return (
    <div className="admin-narrow">
      <h1>{t('expired.title')}</h1>
      <p>{t('expired.about', { advice })}</p>
      <p className="admin-muted">
        <a href="/admin/sign-in">{t('back')}</a>
      </p>
    </div>
  )
}
