import { useTranslations } from 'next-intl'
import type { AdminQuery } from '@/lib/comments/moderation/moderation'
import { adminCommentsPath } from './moderation-path'
import { ruleLabel, ruleNames } from './rule-labels'

/** A plain form that filters the list, and the active filters, each with a link to remove it. */
export function CommentFilter({ question }: { question: AdminQuery }) {
  const { status, search, post, author, network, rule } = question
  const t = useTranslations('moderation.filter')
  const rules = useTranslations('moderation.rules')
  const without = (name: 'search' | 'post' | 'author' | 'network' | 'rule') =>
    adminCommentsPath({ ...question, after: undefined, [name]: undefined })
  const active = [
    { name: 'search' as const, text: search && `“${search}”` },
    { name: 'post' as const, text: post && t('post', { post }) },
    { name: 'author' as const, text: author && t('author', { author }) },
    { name: 'network' as const, text: network && t('network', { id: String(network) }) },
    { name: 'rule' as const, text: rule && ruleLabel(rules, rule) },
  ].filter(({ text }) => text)
  return (
    <search>
      <form action="/admin/comments" className="admin-filter">
        {status !== 'pending' && <input type="hidden" name="status" value={status} />}
        {post && <input type="hidden" name="post" value={post} />}
        {author && <input type="hidden" name="author" value={author} />}
        {network && <input type="hidden" name="network" value={network} />}
        <label>
          <span className="sr-only">{t('search')}</span>
          <input
            type="search"
            name="search"
            defaultValue={search}
            placeholder={t('placeholder')}
            maxLength={200}
          />
        </label>
        <label>
          <span className="sr-only">{t('reason')}</span>
          <select name="rule" defaultValue={rule ?? ''}>
            <option value="">{t('anyReason')}</option>
            {ruleNames.map((name) => (
              <option key={name} value={name}>
                {rules(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">{t('submit')}</button>
      </form>
      {active.length > 0 && (
        <ul className="admin-filters" aria-label={t('active')}>
          {active.map(({ name, text }) => (
            <li key={name}>
              <a href={without(name)}>
                <span className="sr-only">{t('remove')}</span>
                {text} <span aria-hidden="true">×</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
