import { useTranslations } from 'next-intl'
import { DateTime } from '@/components/ui/date-time'

import type { Session } from '@/lib/auth/session'
import { describeDevice } from './describe-device'

type Props = {
  sessions: Session[]
  end: (form: FormData) => Promise<never>
  endOthers: () => Promise<never>
}

/** Lists the active sessions of a user, each with a button that ends it. */
export function SessionList({ sessions, end, endOthers }: Props) {
  const t = useTranslations('account')
  return (
    <>
      <ul className="admin-rows">
        {sessions.map(({ id, userAgent, since, lastUsed, isOwn }) => (
          <li key={id}>
            <div>
              <p>
                {describeDevice(userAgent, t)} {isOwn && <strong>{t('current')}</strong>}
              </p>
              <p className="admin-muted">
                {t.rich('times', {
                  since: () => <DateTime value={since} withTime />,
                  used: () => <DateTime value={lastUsed} withTime />,
                })}
              </p>
            </div>
            {!isOwn && (
              <form action={end}>
                <input type="hidden" name="session" value={id} />
                <button type="submit" className="admin-link">
                  {t('end')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form action={endOthers}>
          <button type="submit" className="admin-button">
            {t('endOthers')}
          </button>
        </form>
      )}
    </>
  )
}
