/** A comment on its way: as it was typed, until the server's own rendering takes its place. */
export function SendingComment({ author_name, content }: { author_name: string; content: string }) {
  const { lang } = document.documentElement
  return (
    <article className="comment comment-sending" aria-busy="true">
      <header className="flex items-center gap-3 font-sans text-fine">
        <span className="avatar" />
        <p>
          <bdi lang={lang} className="block font-semibold text-small">
            {author_name}
          </bdi>
          <span className="text-muted">Sending…</span>
        </p>
      </header>
      <p className="prose-comment mt-2.5 whitespace-pre-line" lang={lang} dir="auto">
        {content}
      </p>
    </article>
  )
}
