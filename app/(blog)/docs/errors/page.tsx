import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { errorStatuses } from '@/lib/errors'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('apiDocs')
  return {
    title: t('errors'),
    description: t('errorsDescription'),
    alternates: { canonical: '/docs/errors' },
  }
}

export default function ErrorsPage() {
  const t = useTranslations('problems')
  const docs = useTranslations('apiDocs')
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">{docs('errors')}</h1>
      <p className="mt-5 text-lead text-muted">
        {docs.rich('errorsIntro', {
          api: (chunks) => <a href="/docs/api">{chunks}</a>,
          problem: (chunks) => <a href="https://www.rfc-editor.org/rfc/rfc9457">{chunks}</a>,
          code: (chunks) => <code className="text-body">{chunks}</code>,
        })}
      </p>
      <dl className="mt-12 space-y-10">
        {errorStatuses.map(([code, status]) => (
          <div key={code} id={code} className="comment">
            <dt className="flex flex-wrap items-baseline gap-x-4">
              <a href={`#${code}`} className="font-medium text-lead no-underline">
                {t(`${code}.title`)}
              </a>
              <span className="font-mono text-fine text-muted">
                {status} {code}
              </span>
            </dt>
            <dd className="mt-1.5 text-muted">{t(`${code}.explanation`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
