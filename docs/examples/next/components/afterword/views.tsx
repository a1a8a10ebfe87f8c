import { Suspense } from 'react'
import { ProblemError } from './client'
import { RecordView } from './record-view'
import { cachedClient, origin } from './server'
import { texts } from './texts'

/**
 * The number of views of a page, rendered on the server. A reader's own view is counted once the
 * page has been visible for three seconds. This needs JavaScript.
 */
export function AfterwordViews({ slug }: { slug: string }) {
  return (
    <>
      <Suspense>
        <Views slug={slug} />
      </Suspense>
      <RecordView origin={origin} slug={slug} />
    </>
  )
}

async function Views({ slug }: { slug: string }) {
  try {
    return <span>{texts.views(await cachedClient(slug).getViews(slug))}</span>
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof TypeError)) throw error
    return null
  }
}
