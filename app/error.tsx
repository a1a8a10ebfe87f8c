'use client'

import { ShownError } from '@/components/ui/error-message'

/** Replaces the layouts of a page if one of them fails, so it has no header or footer. */
export default function ErrorWithoutFrame() {
  return (
    <main id="content" className="mx-auto max-w-measure px-5">
      <ShownError />
    </main>
  )
}
