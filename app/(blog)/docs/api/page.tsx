import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ApiOperation } from '@/components/docs/api-operation'
import { ApiTable } from '@/components/docs/api-table'
import { ApiText } from '@/components/docs/api-text'
import { CopyCode } from '@/components/posts/copy-code'
import { PageTitle } from '@/components/ui/page-title'
import { describeOperations, describeSchemas, openApi } from '@/lib/api/describe-operations'
import { siteOrigin } from '@/lib/env'
import '@/components/docs/api-reference.css'

export const dynamic = 'force-static'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('apiDocs')
  return {
    title: t('title'),
    description: t('description'),
    alternates: {
      canonical: '/docs/api',
      types: { 'application/yaml': [{ url: '/api/openapi.yaml', title: 'OpenAPI' }] },
    },
  }
}

export default function ApiPage() {
  const t = useTranslations('apiDocs')
  const groups = describeOperations(siteOrigin())
  return (
    <div className="api-reference">
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-5 text-lead text-muted">
        {t.rich('intro', {
          errors: (chunks) => <a href="/docs/errors">{chunks}</a>,
          file: (chunks) => <a href="/api/openapi.yaml">{chunks}</a>,
        })}
      </p>
      <div className="contents-place">
        <nav aria-labelledby="api-contents" className="contents-list">
          <h2 id="api-contents">{t('contents')}</h2>
          <ul>
            {groups.map(({ tag, operations }) => (
              <li key={tag}>
                <a href={`#${groupId(tag)}`}>{titleOf(tag)}</a>
                <ul>
                  {operations.map(({ id, method, path }) => (
                    <li key={id}>
                      <a href={`#${id}`}>
                        <span className="api-method">{method}</span> {path}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
            <li>
              <a href="#schemas">{t('schemas')}</a>
            </li>
          </ul>
        </nav>
      </div>
      <ApiText>{openApi.info.description}</ApiText>
      {groups.map(({ tag, description, operations }) => (
        <section key={tag} className="api-group" lang="en" dir="ltr" aria-labelledby={groupId(tag)}>
          <h2 id={groupId(tag)}>{titleOf(tag)}</h2>
          <ApiText>{description}</ApiText>
          {operations.map((operation) => (
            <ApiOperation key={operation.id} {...operation} />
          ))}
        </section>
      ))}
      <section className="api-group" aria-labelledby="schemas">
        <h2 id="schemas">{t('schemas')}</h2>
        {describeSchemas().map(({ name, description, table }) => (
          <div key={name} className="api-operation">
            <h3 id={`schema-${name}`}>
              <code>{name}</code>
            </h3>
            {description !== '' && <ApiText>{description}</ApiText>}
            {table.rows.length > 0 && <ApiTable {...table} />}
          </div>
        ))}
      </section>
      <CopyCode />
    </div>
  )
}

const groupId = (tag: string) => `group-${tag.replaceAll(' ', '-')}`
const titleOf = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1)
