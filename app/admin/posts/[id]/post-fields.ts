import 'server-only'

/** What the form of a post holds, as text. A form sends each line end as CRLF (HTML standard, “form submission”). */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** The same in the shape in which a post is saved; lines of what has one line only are joined. */
export function readPostFields(form: FormData): Record<string, unknown> {
  return {
    base: Number(textOf(form, 'base')),
    slug: textOf(form, 'slug').trim(),
    title: textOf(form, 'title'),
    summary: textOf(form, 'summary').replaceAll(/\s+/g, (space) =>
      space.includes('\n') ? ' ' : space,
    ),
    tags: textOf(form, 'tags')
      .split(',')
      .map((tag) => tag.trim()),
    cover: textOf(form, 'cover'),
    coverAlt: textOf(form, 'coverAlt'),
    content: textOf(form, 'content'),
    ...(form.has('force') && { force: true }),
  }
}
