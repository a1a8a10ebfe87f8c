import { useTranslations } from 'next-intl'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import type { SuspectVerdict } from '@/lib/views/stats/suspects'

type Props = { verdicts: SuspectVerdict[]; span: string; undo: (form: FormData) => Promise<never> }

/** Lists the decisions on suspect views within the last day, each with an undo button. */
export function SuspectVerdicts({ verdicts, span, undo }: Props) {
  const t = useTranslations('stats.suspects')
  if (verdicts.length === 0) return null
  return (
    <>
      <h3>{t('decisions')}</h3>
      <ul className="admin-rows">
        {verdicts.map(({ id, accepted, views, crowds, judgedAt }) => (
          <li key={id}>
            <p>
              {t.rich('decision', {
                ...{ accepted: String(accepted), views, crowds },
                date: () => <DateTime value={judgedAt} withTime />,
              })}
            </p>
            <form action={undo}>
              <input type="hidden" name="span" value={span} />
              <input type="hidden" name="verdict" value={id} />
              <button type="submit" className="admin-link">
                {t.rich('undo', { ...richTags, accepted: String(accepted), views })}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}
