'use client'
import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { AdminField } from '@/components/admin/admin-form'
import type { PostImportReport } from '@/lib/importers/import-posts'
import { ImportFailure, ImportTaskView } from './import-progress'
import { useImport } from './use-import'

/** Imports the posts of an export, and shows a report. */
export function PostImportForm({ mayUpload }: { mayUpload: boolean }) {
  const t = useTranslations('importsClient')
  const { state, run, stop, reset } = useImport<PostImportReport>('/admin/import/posts', mayUpload)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(new FormData(event.currentTarget))
  }
  return (
    <div className="import">
      <form className="admin-form" onSubmit={submit} onChange={reset}>
        <fieldset disabled={state.step === 'busy'} className="admin-form">
          <AdminField
            id="posts-file"
            type="file"
            name="file"
            label={t('postFiles')}
            hint={t(mayUpload ? 'postFilesHint' : 'postFilesHintVercel')}
            accept=".json,.xml,.md,.mdx,.markdown"
            multiple
            required
          />
          <AdminField
            id="posts-site"
            type="url"
            name="site"
            label={t('oldAddress')}
            hint={t('oldAddressHint')}
            dir="ltr"
          />
          <AdminField type="checkbox" name="overwrite" label={t('overwrite')} />
          <button type="submit" className="admin-button">
            {t('importPosts')}
          </button>
        </fieldset>
      </form>
      {state.step === 'busy' && (
        <ImportTaskView task={state.task} stop={stop}>
          {t('posts', { count: state.task.done })}
        </ImportTaskView>
      )}
      {state.step === 'ready' && <ImportFailure {...state} />}
      {state.step === 'imported' && <Result report={state.report} />}
    </div>
  )
}

function Result({ report }: { report: PostImportReport }) {
  const t = useTranslations('importsClient')
  const { taken, unchanged, comments, refused, lost, lostByAll, commentLosses } = report
  const losses = [
    ...lost.flatMap(({ post, what }) => what.map((loss) => `${post}: ${loss}`)),
    ...lostByAll,
    ...commentLosses,
  ]
  const counts = { imported: taken.length, unchanged, refused: refused.length }
  return (
    <section className="import-result" aria-labelledby="posts-import-result">
      <h3 id="posts-import-result">{t('imported')}</h3>
      <div role="status">
        <p>
          <strong>{t('postCounts', counts)}</strong>
        </p>
        {comments > 0 && <p>{t('commentsImported', { count: comments })}</p>}
      </div>
      <Details
        title={t('notImported')}
        lines={refused.map(({ file, reason }) => `${file}: ${reason}`)}
      />
      <Details title={t('notKept')} lines={losses} />
    </section>
  )
}

/** A list of details. */
function Details({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="import-long">
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
