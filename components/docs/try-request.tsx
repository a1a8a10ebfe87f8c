'use client'
import { useState } from 'react'
import type { RequestExample } from './request-example'

type Answer = { status: string; headers: string; body: string }

const shownHeaders = [
  'content-type',
  'etag',
  'cache-control',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
]

async function send({ method }: RequestExample, path: string, body: string): Promise<Answer> {
  // Sends requests to this blog only, whatever URL is entered.
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin)
    return {
      status: 'Not sent',
      headers: '',
      body: 'The address must be one of this blog, such as /api/views?slug=…',
    }
  const response = await fetch(url, {
    method,
    ...(body && { body, headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  const headers = shownHeaders.flatMap((name) =>
    response.headers.has(name) ? `${name}: ${response.headers.get(name)}` : [],
  )
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    headers: headers.join('\n'),
    body: indent(text),
  }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends the example request, as edited by the reader, to this blog and shows the response. */
export function TryRequest({ id, example }: { id: string; example: RequestExample }) {
  const [path, setPath] = useState(example.path)
  const [body, setBody] = useState(example.json ? JSON.stringify(example.json, null, 2) : '')
  const [answer, setAnswer] = useState<Answer>()
  const [isSending, setIsSending] = useState(false)

  const run = async () => {
    if (isSending) return
    setIsSending(true)
    try {
      setAnswer(await send(example, path, body))
    } catch (error) {
      setAnswer({
        status: 'No answer',
        headers: '',
        body: error instanceof Error ? error.message : String(error),
      })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="api-try"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <label htmlFor={`${id}-path`}>{example.method} on this blog</label>
      <input
        id={`${id}-path`}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        spellCheck={false}
      />
      {example.json && (
        <>
          <label htmlFor={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            rows={6}
            spellCheck={false}
          />
        </>
      )}
      {example.isWrite && <p className="api-warning">This request writes to the blog.</p>}
      <button type="submit" aria-disabled={isSending}>
        {isSending ? 'Sending …' : example.isWrite ? 'Send it' : 'Run it'}
      </button>
      <div role="status">
        {answer && (
          <>
            <p className="api-status">{answer.status}</p>
            {answer.headers !== '' && (
              <pre className="code" tabIndex={0}>
                {answer.headers}
              </pre>
            )}
            <pre className="code" tabIndex={0}>
              {answer.body}
            </pre>
          </>
        )}
      </div>
    </form>
  )
}
