'use client'

import ErrorPage from './(blog)/error'

/** Replaces the layouts of a page if one of them fails, and so has no header or footer. */
export default function ErrorWithoutFrame() {
  return (
    <main id="content" className="mx-auto max-w-measure px-5">
      <ErrorPage />
    </main>
  )
}
