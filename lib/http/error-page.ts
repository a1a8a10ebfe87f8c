import 'server-only'
import { honeypotName } from '@/lib/comments/comment'
import type { AppError, FieldError } from '@/lib/errors'
import { currentLocale, translator } from '@/lib/i18n/translator'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { searchLengthMax } from '@/lib/search/search'
import type { Blog } from '@/lib/settings/get-blog'
import { directionOf } from '@/lib/settings/language'
import { threadCommentsPath } from '@/lib/threads/thread-paths'
import { detailOf } from './problem'

/** The forms that are sent without JavaScript. */
export type FormName = 'comment' | 'report' | 'address' | 'data'

/** The labels of the fields that the page shows. It repeats all others as hidden fields. */
const labels = new Map([
  ['author_name', () => translator('commentForm')('name')],
  ['author_email', () => translator('formErrors')('author_email')],
  ['content', () => translator('commentForm')('content')],
])

const labelOf = (name: string): string | undefined => labels.get(name)?.()

/**
 * Returns the page for a plain form with errors. It contains the form with the submitted values,
 * unless no site has the page, in which case submitting it again would fail. This page is plain
 * HTML, because pages of Next.js cannot set the status code of the error.
 * @param fields undefined if the form could not be read
 */
export function errorPage(
  form: FormName,
  error: AppError,
  fields: Record<string, unknown> | undefined,
  action: string,
  blog: Pick<Blog, 'name' | 'accent'>,
): string {
  const t = translator('formErrors')
  const search = translator('liveSearch')
  const { errors, code } = error
  const hasFieldErrors = errors.length > 0
  const heading = translator('problems')(`${code}.title`)
  const title = escapeXml(hasFieldErrors ? t(`notSent.${form}`) : heading)
  const given = Object.entries(fields ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const isLost = code === 'site-unknown' || fields === undefined
  const list = errors.map((error) => `<li>${summary(error, given)}</li>`).join('')
  return `<!doctype html>
<html lang="${currentLocale()}" dir="${directionOf(currentLocale())}"${
    blog.accent === '' ? '' : ` data-accent style="--accent:${escapeXml(blog.accent)}"`
  }>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header><a href="/">${escapeXml(blog.name)}</a></header>
<main>
<h1>${title}</h1>
<div role="alert">${
    hasFieldErrors ? `<ul>${list}</ul>` : `<p>${escapeXml(detailOf(error))}</p>`
  }</div>
${isLost ? '' : renderForm(given, errors, action)}
<p>${isLost ? homeLink() : backLink(fields.slug)}</p>
<search><form action="/search">
<label for="search-words">${search('label')}</label>
<input id="search-words" name="q" type="search" maxlength="${searchLengthMax}" required dir="auto">
<button>${search('submit')}</button>
</form></search>
</main>
</body>
</html>
`
}

function renderForm(given: [string, string][], errors: FieldError[], action: string): string {
  const inputs = withHoneypot(given).map(([name, value]) =>
    input(name, value, errors.find(({ field }) => field === name)?.message),
  )
  return `<form method="post" action="${escapeXml(action)}">
${inputs.join('\n')}
<button>${translator('formErrors')('sendAgain')}</button>
</form>`
}

/** Adds the honeypot field (see `rules.ts`) to the form of a new comment. */
function withHoneypot(given: [string, string][]): [string, string][] {
  const isNew = given.some(([name]) => name === 'slug')
  return isNew && !given.some(([name]) => name === honeypotName)
    ? [...given, [honeypotName, '']]
    : given
}

/** Describes the error of a field, with a link to the field if the page contains it. */
function summary({ field, message }: FieldError, given: [string, string][]): string {
  const label = labelOf(field)
  const text = escapeXml(translator('formErrors')('fieldError', { field: label ?? field, message }))
  return label && given.some(([name]) => name === field) ? `<a href="#${field}">${text}</a>` : text
}

/** Links back to the post. Browsers restore the text on the previous page. */
function backLink(slug: unknown): string {
  if (typeof slug !== 'string' || slug === '') return homeLink()
  const path = threadCommentsPath(slug.toWellFormed())
  return `<a href="${escapeXml(path)}">${translator('formErrors')('back')}</a>`
}

const homeLink = () => `<a href="/">${translator('formErrors')('home')}</a>`

function input(name: string, value: string, error: string | undefined): string {
  if (name === honeypotName)
    return (
      `<input class="honeypot" name="website" value="${escapeXml(value)}" aria-hidden="true" ` +
      'tabindex="-1" autocomplete="off">'
    )
  const label = labelOf(name)
  if (!label) return `<input type="hidden" name="${escapeXml(name)}" value="${escapeXml(value)}">`
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''
  const field =
    name === 'content'
      ? // The HTML parser drops the first line feed of a text area (HTML, 13.1.2.5).
        `<textarea id="${name}" name="${name}" rows="10"${described}>\n${escapeXml(value)}` +
        '</textarea>'
      : `<input id="${name}" name="${name}" value="${escapeXml(value)}"${described}>`
  const note = error ? `<strong id="${name}-error">${escapeXml(error)}</strong>` : ''
  return `<p><label for="${name}">${label}</label>${field}${note}</p>`
}

/** Repeats rules of `app/theme.css` and `app/writing-systems.css`, which do not apply here. */
const style = `:root{color-scheme:light dark;background:light-dark(#fcfaf5,#161310);
color:light-dark(#211c17,#e6e0d8);--color:light-dark(#943322,#e8a183)}
@supports (color:oklch(from red l c h)){:root[data-accent]{
--color:light-dark(oklch(from var(--accent) 46% min(c,.18) h),
oklch(from var(--accent) 77% min(c,.13) h))}}
a,strong,[role=alert]{color:var(--color)}
header a{font:italic 500 1.1875rem/1.5 Charter,Georgia,serif;color:inherit;text-decoration:none}
:is(:lang(ja),:lang(zh),:lang(ko),:lang(ar),:lang(fa),:lang(ur),:lang(he),:lang(yi),:lang(th),
:lang(hi)) header a{font-style:normal}
search{display:block;margin-top:4rem}
body{font:1.125rem/1.6 Charter,Georgia,serif;max-width:38rem;margin:3rem auto;padding:0 1.25rem}
label,strong{display:block;font:600 .9375rem/1.6 system-ui,sans-serif}
h1{font-size:1.6875rem;line-height:1.25;text-wrap:balance;word-break:auto-phrase}
ul{padding-inline-start:1.25rem}
input,textarea{box-sizing:border-box;width:100%;font:inherit;color:inherit;
background:light-dark(#fffefb,#1c1815);padding:.5rem .75rem;
border:1px solid light-dark(#8a8178,#857c73);border-radius:.375rem}
.honeypot{position:fixed;top:-100vh;width:1px;clip-path:inset(50%)}
button{font:600 1rem/1 system-ui,sans-serif;min-height:2.75rem;padding:0 1.25rem;
border-radius:.375rem;border:1px solid;margin-top:.75rem;background:var(--color);
color:light-dark(#fcfaf5,#161310)}`
