import { useTranslations } from 'next-intl'

/** Adds one or several blocks. Networks are blocked from a comment instead. */
export function BlockForm({ add }: { add: (form: FormData) => Promise<void> }) {
  const t = useTranslations('blocks')
  return (
    <form action={add} className="admin-form admin-blocks">
      <div className="admin-field">
        <label htmlFor="block-kind">{t('kind')}</label>
        <select id="block-kind" name="kind" defaultValue="word">
          <option value="word">{t('word')}</option>
          <option value="name">{t('name')}</option>
          <option value="domain">{t('domain')}</option>
        </select>
      </div>
      <div className="admin-field">
        <label htmlFor="block-values">{t('values')}</label>
        <textarea
          id="block-values"
          name="values"
          rows={5}
          required
          aria-describedby="block-values-hint"
        />
        <small id="block-values-hint">{t('valuesHint')}</small>
      </div>
      <div className="admin-field">
        <label htmlFor="block-verdict">{t('verdict')}</label>
        <select id="block-verdict" name="verdict" defaultValue="pending">
          <option value="pending">{t('pending')}</option>
          <option value="spam">{t('spam')}</option>
        </select>
      </div>
      <div className="admin-field">
        <label htmlFor="block-days">{t('days')}</label>
        <input
          id="block-days"
          name="days"
          type="number"
          min={1}
          max={3650}
          inputMode="numeric"
          aria-describedby="block-days-hint"
        />
        <small id="block-days-hint">{t('daysHint')}</small>
      </div>
      <button type="submit" className="admin-button">
        {t('submit')}
      </button>
    </form>
  )
}
