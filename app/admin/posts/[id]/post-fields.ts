import 'server-only'

/**
 * Returns a form field as text with LF line breaks. Forms send them as CRLF (HTML standard, “form
 * submission”).
 */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** Converts the fields to the format for saving and joins the lines of single-line fields. */
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
