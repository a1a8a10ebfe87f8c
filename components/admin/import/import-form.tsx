'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AdminField, type FormAction } from '@/components/admin/admin-form'
import type { ImportReport } from '@/lib/importers/comments/import-report'
import { ImportFailure, ImportTaskView } from './import-progress'
import { ImportReportView } from './import-report-view'
import { UndoForm } from './undo-form'
import { type ImportState, useImport } from './use-import'

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
  const { state, run, stop, reset } = useImport<ImportReport>('/admin/import/comments', mayUpload)
  const [isOther, setOther] = useState(false)
  const start = (isCheck: boolean) => {
    if (!form.current?.reportValidity()) return
    const fields = new FormData(form.current)
    if (fields.get('site') === other) fields.set('site', String(fields.get('otherSite') ?? ''))
    void run(fields, isCheck)
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
      {isBusy && (
        <ImportTaskView task={state.task} stop={stop}>
          {t(state.task.total === undefined ? 'read' : 'progress', {
            count: state.task.done,
            total: state.task.total ?? 0,
          })}
        </ImportTaskView>
      )}
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

type ResultProps = { state: ImportState<ImportReport>; importNow: () => void; undo: FormAction }

function Result({ state, importNow, undo }: ResultProps) {
  const t = useTranslations('importsClient')
  if (state.step === 'busy') return null
  if (state.step === 'ready') return <ImportFailure {...state} />
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
