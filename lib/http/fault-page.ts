import 'server-only'
import type { FieldError } from '@/lib/errors'

type Fault = { title: string; heading: string; detail: string; errors: FieldError[]; fields: Record<string, unknown>; action: string }

const labels: Record<string, string> = { author_name: 'Name', author_email: 'E-mail (never shown)', content: 'Comment' }

/**
 * The page that a plain form with faults is answered with: the form again, with every word that was typed. It is made
 * here, and not by React, because a page of Next's cannot have the status that the fault has in JSON.
 */
export function faultPage({ title, heading, detail, errors, fields, action }: Fault): string {
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
  const inputs = withTrap(given).map(([name, value]) => input(name, value, errors.find(({ field }) => field === name)?.message))
  const others = errors.filter(({ field }) => !given.some(([name]) => name === field && labels[name]))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} · ${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<div role="alert"><p>${escapeHtml(detail)}</p>${others.length > 0 ? `<ul>${others.map(({ field, message }) => `<li>${escapeHtml(`“${field}” ${message}`)}</li>`).join('')}</ul>` : ''}</div>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<button>Send again</button>
</form>
</main>
</body>
</html>
`
}

/** The form has the field that nobody sees (see `trap-rule.ts`) here too, whether or not it came with it. */
function withTrap(given: [string, string][]): [string, string][] {
  const isNew = given.some(([name]) => name === 'slug')
  return isNew && !given.some(([name]) => name === 'website') ? [...given, ['website', '']] : given
}

function input(name: string, value: string, fault: string | undefined): string {
  if (name === 'website')
    return `<input class="trap" name="website" value="${escapeHtml(value)}" aria-hidden="true" tabindex="-1" autocomplete="off">`
  const label = labels[name]
  if (!label) return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
  const described = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''
  const field =
    name === 'content'
      ? // The parser drops the first line feed of a text area (HTML, 13.1.2.5).
        `<textarea id="${name}" name="${name}" rows="10"${described}>\n${escapeHtml(value)}</textarea>`
      : `<input id="${name}" name="${name}" value="${escapeHtml(value)}"${described}>`
  return `<p><label for="${name}">${label}</label>${field}${fault ? `<strong id="${name}-fault">${escapeHtml(`${label} ${fault}.`)}</strong>` : ''}</p>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The ground is named, though it is the browser’s own: programs that judge contrast take a page without one for white. */
const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}
body{font:1.125rem/1.6 Charter,Georgia,serif;max-width:38rem;margin:3rem auto;padding:0 1.25rem}
label,strong{display:block;font:600 .9375rem/1.6 system-ui,sans-serif}
strong{color:light-dark(#a3271b,#ff9d8f)}
input,textarea{box-sizing:border-box;width:100%;font:inherit;padding:.5rem .75rem;border:1px solid GrayText;border-radius:.375rem}
.trap{position:absolute;left:-100vw;width:1px;clip-path:inset(50%)}
button{font:600 1rem/1 system-ui,sans-serif;min-height:2.75rem;padding:0 1.25rem;border-radius:.375rem;border:1px solid}`
