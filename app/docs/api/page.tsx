import type { Metadata } from 'next'
import { FieldTable } from '@/components/docs/field-table'
import { OperationSection } from '@/components/docs/operation-section'
import { Words } from '@/components/docs/words'
import { describeOperations } from '@/lib/api/describe-operations'
import { env } from '@/lib/env'
import '@/components/docs/api-reference.css'

/** One page for everybody, made anew only with the blog's own words around it. */
export const dynamic = 'force-static'

export const metadata: Metadata = {
  title: 'API',
  description: 'Comments, views and link previews of this blog, for programs.',
  alternates: { canonical: '/docs/api' },
}

const groups = [
  { tag: 'comments', title: 'Comments' },
  { tag: 'views', title: 'Views' },
  { tag: 'link previews', title: 'Link previews' },
  { tag: 'service', title: 'The service itself' },
]

export default function ApiPage() {
  const { operations, schemas } = describeOperations()
  const origin = env().SITE_URL ?? 'http://localhost:3000'
  const parts = groups.map((group) => ({ ...group, operations: operations.filter(({ tag }) => tag === group.tag) }))
  return (
    <>
      <h1 className="font-medium text-title tracking-tight">API</h1>
      <p className="mt-5 text-lead text-muted">
        What every page here is made of, for anyone: JSON over HTTP, no key, any origin. Reading is free of credentials; faults are{' '}
        <a href="/docs/errors">problem details</a>. The same as a file: <a href="/api/openapi.yaml">openapi.yaml</a>.
      </p>
      <nav aria-label="Operations" className="api-contents mt-8">
        <ul>
          {parts.flatMap((part) =>
            part.operations.map(({ id, method, path }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span className="api-method">{method}</span> <code>{path}</code>
                </a>
              </li>
            )),
          )}
        </ul>
      </nav>
      {parts.map(({ tag, title, operations: own }) => (
        <section key={tag} className="api-group" aria-labelledby={`group-${tag.replace(' ', '-')}`}>
          <h2 id={`group-${tag.replace(' ', '-')}`}>{title}</h2>
          {own.map((operation) => (
            <OperationSection key={operation.id} operation={operation} origin={origin} />
          ))}
        </section>
      ))}
      <section className="api-group" aria-labelledby="schemas">
        <h2 id="schemas">What the bodies are made of</h2>
        {schemas.map(({ name, description, fields }) => (
          <section key={name} className="api-operation" aria-labelledby={`schema-${name}`}>
            <h3 id={`schema-${name}`}>{name}</h3>
            {description !== '' && (
              <p className="text-muted">
                <Words>{description}</Words>
              </p>
            )}
            {fields.length > 0 && <FieldTable caption="Fields" fields={fields} />}
          </section>
        ))}
      </section>
    </>
  )
}
