import { previewPolicy } from '@/lib/markdown/preview-policy'

// The CSP of the admin pages allows this policy name once, so no other script can create it.
const policy =
  typeof window === 'undefined'
    ? undefined
    : window.trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html })

/** Parses HTML into a separate document, in which no script runs and no image loads. */
export function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}
