import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { errorCodes } from '@/lib/errors'
import { problemStatuses } from '@/lib/http/problem'

export const metadata: Metadata = {
  title: 'Errors',
  description: 'The error codes of the API.',
  alternates: { canonical: '/docs/errors' },
}

export default function ErrorsPage() {
  const t = useTranslations('problems')
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">Errors</h1>
      <p className="mt-5 text-lead text-muted">
        <a href="/docs/api">The API</a> returns every error as a{' '}
        <a href="https://www.rfc-editor.org/rfc/rfc9457">problem detail</a>. Its{' '}
        <code className="text-body">code</code> is one of these, and its{' '}
        <code className="text-body">type</code> links here.
      </p>
      <dl className="mt-12 space-y-10">
        {errorCodes.map((code) => (
          <div key={code} id={code} className="comment">
            <dt className="flex flex-wrap items-baseline gap-x-4">
              <a href={`#${code}`} className="font-medium text-lead no-underline">
                {t(`${code}.title`)}
              </a>
              <span className="font-mono text-fine text-muted">
                {problemStatuses[code]} {code}
              </span>
            </dt>
            <dd className="mt-1.5 text-muted">{t(`${code}.explanation`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
