'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AdminField, type FormAction } from '@/components/admin/admin-form'
import { ImportReportView } from './import-report-view'
import { UndoForm } from './undo-form'
import { type ImportState, type ImportTask, useImport } from './use-import'

type Props = {
  /** Hosts of the registered sites, with the names of the sites. */
  hosts: { host: string; site: string }[]
  mayUpload: boolean
  /** Imports whose result is not shown any more. */
  undone: number[]
  undo: FormAction
}

/** The value for a site that is not in the list. */
const other = 'other'

/** Checks an export of comments, shows what would happen, and imports it. */
export function ImportForm({ hosts, mayUpload, undone, undo }: Props) {
  const t = useTranslations('importsClient')
  const form = useRef<HTMLFormElement>(null)
  const { state, run, stop, reset } = useImport(mayUpload)
  const [isOther, setOther] = useState(false)
  const start = (isCheck: boolean) => {
    if (!form.current?.reportValidity()) return
    const fields = new FormData(form.current)
    const files = fields.getAll('file').filter((file) => file instanceof File)
    if (fields.get('site') === other) fields.set('site', String(fields.get('otherSite') ?? ''))
    void run(fields, files, isCheck)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(true)
  }
  const readSite = () =>
    setOther(form.current !== null && new FormData(form.current).get('site') === other)
  // A browser may restore the choice on a reload, and the user may choose before hydration.
  useEffect(readSite, [])
  const change = () => {
    reset()
    readSite()
  }
  const isBusy = state.step === 'busy'
  const importId = state.step === 'imported' ? state.report.importId : undefined
  const isUndone = importId !== undefined && undone.includes(importId)
  return (
    <div className="import">
      <form ref={form} className="admin-form" onSubmit={submit} onChange={change}>
        <fieldset disabled={isBusy} className="admin-form">
          <AdminField
            type="file"
            name="file"
            label={t('file')}
            hint={t(mayUpload ? 'fileHint' : 'fileHintVercel')}
            multiple
            required
          />
          <AdminField name="site" label={t('site')}>
            <option value="">{t('siteBlog')}</option>
            {hosts.map(({ host, site: name }) => (
              <option key={host} value={host}>
                {name === host ? host : t('siteOption', { name, host })}
              </option>
            ))}
            <option value={other}>{t('siteOther')}</option>
          </AdminField>
          {isOther && (
            <AdminField
              name="otherSite"
              label={t('otherSite')}
              hint={t('otherSiteHint')}
              required
            />
          )}
          <AdminField name="me" label={t('me')} hint={t('meHint')} rows={2} dir="auto" />
          <Advanced />
          <button type="submit" className="admin-button">
            {t('check')}
          </button>
        </fieldset>
      </form>
      {isBusy && <Progress task={state.task} stop={stop} />}
      {!isUndone && <Result state={state} importNow={() => start(false)} undo={undo} />}
    </div>
  )
}

function Advanced() {
  const t = useTranslations('importsClient')
  return (
    <details>
      <summary className="admin-link">{t('advanced')}</summary>
      <div className="admin-form">
        <AdminField name="map" label={t('map')} hint={t('mapHint')} rows={3} dir="ltr" />
        <AdminField
          name="timeZone"
          label={t('timeZone')}
          hint={t('timeZoneHint')}
          list="admin-time-zones"
        />
        <AdminField type="checkbox" name="screen" label={t('screen')} />
      </div>
    </details>
  )
}

function Progress({ task, stop }: { task: ImportTask; stop: () => void }) {
  const t = useTranslations('importsClient')
  const { kind, done, total } = task
  const isKnown = total !== undefined && total > 0
  return (
    <div className="import-progress">
      <p role="status">{t(`tasks.${kind}`)}</p>
      <progress aria-label={t(`tasks.${kind}`)} {...(isKnown && { value: done, max: total })} />
      <p className="admin-muted">
        {kind === 'upload'
          ? t('uploaded', { share: done / Math.max(1, total ?? 0) })
          : t(isKnown ? 'progress' : 'read', { count: done, total: total ?? 0 })}
      </p>
      <button type="button" className="admin-link" onClick={stop}>
        {t('stop')}
      </button>
    </div>
  )
}

type ResultProps = { state: ImportState; importNow: () => void; undo: FormAction }

function Result({ state, importNow, undo }: ResultProps) {
  const t = useTranslations('importsClient')
  if (state.step === 'busy') return null
  if (state.step === 'ready') return <Failure {...state} />
  const { step, report } = state
  const { importId, added, changed } = report
  return (
    <section className="import-result" aria-labelledby="import-result">
      <h3 id="import-result">{t(step)}</h3>
      <ImportReportView report={report} isCheck={step === 'checked'} />
      {step === 'checked' && added + changed > 0 && (
        <button type="button" className="admin-button" onClick={importNow}>
          {t('import', { count: added + changed })}
        </button>
      )}
      {step === 'imported' && importId !== undefined && added > 0 && (
        <UndoForm id={importId} comments={added} undo={undo} />
      )}
    </section>
  )
}

function Failure({ failure, wasStopped }: Extract<ImportState, { step: 'ready' }>) {
  const t = useTranslations('importsClient')
  if (wasStopped) return <p role="status">{t('stopped')}</p>
  if (!failure) return null
  const { code, detail } = failure
  return (
    <p role="alert" className="admin-notice">
      {code === 'other' && detail !== '' ? t('failed', { detail }) : t(`failures.${code}`)}
    </p>
  )
}
