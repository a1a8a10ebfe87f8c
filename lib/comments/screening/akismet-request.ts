import { truncate } from '@/lib/text/truncate'
import type { Draft, Writer } from './draft'

type Named = { key: string; blog: string | undefined }

/**
 * A comment as Akismet takes it (https://akismet.com/developers/comment-check/): a form, in which the blog is named by
 * its address. The writer's address is passed on, as the service asks for it, and kept nowhere here.
 */
export function akismetForm(
  { content, authorName, authorEmail, slug }: Draft,
  writer: Writer,
  { key, blog }: Named,
): URLSearchParams {
  return new URLSearchParams({
    api_key: key,
    blog: blog ?? '',
    // Of an IPv6 address the /64, as everywhere here.
    user_ip: writer.network?.replace(/\/64$/, '') ?? '',
    user_agent: writer.userAgent ?? '',
    permalink: `${blog ?? ''}/posts/${slug}`,
    comment_type: 'comment',
    comment_author: authorName,
    ...(authorEmail !== undefined && { comment_author_email: authorEmail }),
    comment_content: content,
    blog_charset: 'UTF-8',
  })
}

/** As long as anybody waits for the service elsewhere. */
const answerMsMax = 2_000

/**
 * Sends a form, and reads the answer.
 * @throws where no answer comes in two seconds, or none of status 200
 */
export async function sendToAkismet(
  url: string,
  form: URLSearchParams,
): Promise<{ text: string; help: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(answerMsMax),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return {
    text: truncate(await response.text(), 100).trim(),
    help: response.headers.get('x-akismet-debug-help'),
  }
}
