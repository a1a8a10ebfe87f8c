import { ProblemError } from './client'
import { RecordView } from './record-view'
import { cachedClient, origin } from './server'
import { texts } from './texts'

/**
 * The number of views of a page, rendered on the server. A reader's own view is counted once the
 * page has been in view for three seconds, which takes JavaScript.
 */
export async function AfterwordViews({ slug }: { slug: string }) {
  const views = await cachedClient(slug)
    .getViews(slug)
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError || error instanceof TypeError)) throw error
      return undefined
    })
  return (
    <>
      {views !== undefined && <span>{texts.views(views)}</span>}
      <RecordView origin={origin} slug={slug} />
    </>
  )
}
