/** The code that shows the comments of this blog on the pages of another site. */

export const platforms = [
  'html',
  'hugo',
  'jekyll',
  'eleventy',
  'astro',
  'next',
  'wordpress',
  'ghost',
] as const

export type Platform = (typeof platforms)[number]

/** The line of a post template that includes the snippet, if that is a separate file. */
export const includes: Partial<Record<Platform, string>> = {
  hugo: '{{ partial "comments.html" . }}',
  jekyll: '{% include comments.html %}',
}

/** The path of the page, without which a template cannot link to the thread's plain page. */
const paths: Partial<Record<Platform, string>> = {
  hugo: '{{ .RelPermalink }}',
  jekyll: '{{ page.url | relative_url }}',
  eleventy: '{{ page.url }}',
}

/**
 * Returns the snippet of a platform.
 * @param blog this blog's origin
 * @param host the host of the site, for the link that is shown without JavaScript
 */
export function snippetOf(platform: Platform, { blog, host }: { blog: string; host: string }) {
  const script = `<script type="module" src="${blog}/afterword.js"></script>`
  if (platform === 'next')
    return `import { createElement } from 'react'
import Script from 'next/script'

export const Comments = () => (
  <>
    {createElement('afterword-views', { count: '' })}
    {createElement('afterword-comments')}
    <Script type="module" src="${blog}/afterword.js" />
  </>
)`
  if (platform === 'ghost')
    return `${script}
<script>
  document
    .querySelector('.post-template .gh-content')
    ?.after(document.createElement('afterword-comments'))
</script>`
  return `<p><afterword-views count></afterword-views></p>
${commentsOf(platform, `${blog}/threads/${host}`)}
${script}`
}

function commentsOf(platform: Platform, threads: string): string {
  if (platform === 'astro')
    return `<afterword-comments>
  <a href={\`${threads}\${Astro.url.pathname}\`}>Comments</a>
</afterword-comments>`
  const path = paths[platform]
  if (path === undefined) return '<afterword-comments></afterword-comments>'
  return `<afterword-comments>
  <a href="${threads}${path}">Comments</a>
</afterword-comments>`
}
