import { useLocale, useTranslations } from 'next-intl'
import type { ApiOperation as Operation } from '@/lib/api/describe-operations'
import { ApiTable } from './api-table'
import { ApiText } from './api-text'

/** One operation: its purpose, parameters, responses and examples. Errors are collapsed. */
export function ApiOperation({
  id,
  method,
  path,
  summary,
  description,
  tables,
  examples,
}: Operation) {
  const t = useTranslations('apiDocs')
  const locale = useLocale()
  return (
    <section aria-labelledby={id} className="api-operation">
      <h3 id={id}>
        <a href={`#${id}`}>
          <span className="api-method">{method}</span> <code>{path}</code>
        </a>
      </h3>
      <p>{summary}</p>
      <ApiText>{description}</ApiText>
      {tables.map((table) =>
        table.caption === t('errors') ? (
          <details key={table.caption}>
            <summary>
              <span lang={locale}>{table.caption}</span>{' '}
              <span className="api-type">{table.rows.map(({ name }) => name).join(' · ')}</span>
            </summary>
            <ApiTable {...table} />
          </details>
        ) : (
          <ApiTable key={table.caption} {...table} />
        ),
      )}
      {examples.map(({ label, code }, index) => (
        <details key={label} open={index === 0}>
          <summary>{label}</summary>
          <div className="code-block">
            <div className="code-bar">
              <button type="button" lang={locale} className="copy-code">
                {t('copy')}
              </button>
            </div>
            <pre className="code" tabIndex={0}>
              <code>{code}</code>
            </pre>
          </div>
        </details>
      ))}
    </section>
  )
}
