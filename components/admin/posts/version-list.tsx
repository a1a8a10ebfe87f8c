import { useTranslations } from 'next-intl'
import type { PostVersion } from '@/lib/posts/versions/post-versions'
import { BlogTime } from './blog-time'

type Props = {
  versions: PostVersion[]
  before: number | undefined
  after: number | undefined
  timeZone: string
  path: string
}

/** Lists the stored versions, newest first; any two can be compared. */
export function VersionList({ versions, before, after, timeZone, path }: Props) {
  const [t, choose] = [useTranslations('versions'), useTranslations('versions.choose')]
  return (
    <form action={path} className="versions">
      <button type="submit" className="post-act">
        {t('compare')}
      </button>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
            <th scope="col">{t('version')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ revision, savedAt, by, published, contentBytes }) => (
            <tr key={revision}>
              {(['before', 'after'] as const).map((side) => (
                <td key={side}>
                  <label>
                    <input
                      type="radio"
                      name={side}
                      value={revision}
                      defaultChecked={revision === { before, after }[side]}
                      aria-label={choose(side, { revision })}
                    />
                  </label>
                </td>
              ))}
              <td>
                <span>{t('revision', { revision, published: String(published) })}</span>
                <small className="admin-muted">
                  {t.rich('details', {
                    by,
                    known: String(by !== ''),
                    bytes: contentBytes,
                    date: () => <BlogTime value={savedAt} timeZone={timeZone} />,
                  })}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  )
}
