import type { Metadata } from 'next'
import { ApiContents } from '@/components/docs/api-contents'
import { groupOperations } from '@/components/docs/api-groups'
import { FieldTable } from '@/components/docs/field-table'
import { OperationSection } from '@/components/docs/operation-section'
import { TimerTable } from '@/components/docs/timer-table'
import { Words } from '@/components/docs/words'
import { CopyCode } from '@/components/posts/copy-code'
import { PageTitle } from '@/components/ui/page-title'
import { describeOperations } from '@/lib/api/describe-operations'
import { getNewestSlug } from '@/lib/posts/reading/get-newest-slug'
import '@/components/docs/api-reference.css'
import '@/components/docs/api-table.css'
import '@/components/docs/try-request.css'
import { siteOrigin } from '@/lib/env'

/** The page is the same for everyone and depends only on what the layout reads. */
export const dynamic = 'force-static'

/** Seconds, because the post in the examples may be deleted. */
export const revalidate = 300

/** A slug from the seed, for the examples of a blog without posts. */
const seedSlug = 'how-a-thread-is-read'

export const metadata: Metadata = {
  title: 'API',
  description:
    'The API for comments, views, link previews and search of this blog, with examples to run.',
  alternates: {
    canonical: '/docs/api',
    types: { 'application/yaml': [{ url: '/api/openapi.yaml', title: 'OpenAPI' }] },
  },
}

const timers = { id: 'group-timers', title: 'For timers' }
const bodies = { id: 'group-bodies', title: 'Schemas' }

export default async function ApiPage() {
  const slug = (await getNewestSlug()) ?? seedSlug
  const { operations, schemas } = describeOperations()
  const { groups, timed } = groupOperations(operations)
  const described = schemas.filter(
    ({ description, fields }) => description !== '' || fields.length > 0,
  )
  return (
    <div className="api-reference">
      <PageTitle>API</PageTitle>
      <p className="mt-5 text-lead text-muted">
        The data of this blog as JSON over HTTP, from any origin and without a key. Errors are{' '}
        <a href="/docs/errors">problem details</a>. The whole reference is one file,{' '}
        <a href="/api/openapi.yaml">openapi.yaml</a>.
      </p>
      <ApiContents groups={groups} last={[timers, bodies]} />
      {groups.map(({ id, title, operations: own }) => (
        <section key={id} className="api-group" aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {own.map((operation) => (
            <OperationSection
              key={operation.id}
              operation={operation}
              origin={siteOrigin()}
              slug={slug}
            />
          ))}
        </section>
      ))}
      <section className="api-group" aria-labelledby={timers.id}>
        <h2 id={timers.id}>{timers.title}</h2>
        <p className="api-more">
          Under <code>/api/cron/</code>, for the operator of the blog. Its own server calls them.
          Each requires <code>Authorization: Bearer</code> with the configured{' '}
          <code>CRON_SECRET</code>, and returns 200 when it is done, or{' '}
          <a href="/docs/errors#unauthorized">401</a>.
        </p>
        <TimerTable timed={timed} />
      </section>
      <section className="api-group" aria-labelledby={bodies.id}>
        <h2 id={bodies.id}>{bodies.title}</h2>
        {described.map(({ name, description, fields }) => (
          <div key={name} className="api-operation">
            <h3 id={`schema-${name}`}>
              <code>{name}</code>
            </h3>
            {description !== '' && (
              <p className="api-more">
                <Words>{description}</Words>
              </p>
            )}
            {fields.length > 0 && <FieldTable caption={`Fields of ${name}`} fields={fields} />}
          </div>
        ))}
      </section>
      <CopyCode />
    </div>
  )
}
