import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { sectionMetadata } from '@/components/admin/admin-page'
import { runChecks } from '@/lib/doctor/checks'

export const generateMetadata = sectionMetadata('status')

/** Runs the checks of `npm run doctor` in the server's own process, and shows the results. */
export default sectionPage('status', async () => {
  // Loads the messages, which the checks use too.
  const t = await getTranslations('doctor')
  const findings = await runChecks()
  return (
    <>
      <p className="admin-muted mt-3">{t('about')}</p>
      <a href="/admin/settings/status" className="admin-link">
        {t('check')}
      </a>
      <ul className="admin-rows" aria-label={t('label')}>
        {findings.map(({ name, state, text }) => (
          <li key={name + text} className="flex-nowrap">
            <div>
              <p>{t(`names.${name}`)}</p>
              <p className="admin-muted">{text}</p>
            </div>
            <p className={`shrink-0 ${state === 'ok' ? 'admin-muted' : 'font-semibold'}`}>
              {t(`states.${state}`)}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
})
