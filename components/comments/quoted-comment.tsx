import { ContentLang } from '@/components/ui/content-lang'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { contentLanguage, markedLanguage } from '@/lib/settings/page-language'

/** The text of a comment, in the language of the blog or of the site whose thread is shown. */
export async function CommentText({
  content,
  isInThread = false,
}: {
  content: string
  isInThread?: boolean
}) {
  return (
    <div
      className="prose prose-comment mt-2"
      lang={await markedLanguage(await contentLanguage())}
      dir="auto"
    >
      {await renderCommentMarkdown(content, { isInThread })}
    </div>
  )
}

/** A comment on its own page. */
export function QuotedComment({ author, content }: { author: string; content: string }) {
  return (
    <article className="mt-10 border-rule border-s-2 ps-5">
      <h2 className="font-sans font-semibold text-small">
        <ContentLang>{author}</ContentLang>
      </h2>
      <CommentText content={content} />
    </article>
  )
}
