import { getTranslations } from 'next-intl/server'
import { sectionPage } from '@/app/admin/section-page'
import { ButtonForm } from '@/components/admin/admin-form'
import { AdminSection, AdminTabs, sectionMetadata } from '@/components/admin/admin-page'
import { SettingsForm } from '@/components/admin/settings/settings-form'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { parseCommentId } from '@/lib/comments/comment'
import { blockVerdicts, enteredKinds, type ListedBlock } from '@/lib/comments/moderation/block'
import { getBlockLists, listBlocks } from '@/lib/comments/moderation/block-comments'
import { remove, save } from './actions'
import '@/components/admin/comments/moderated-comments.css'

export const generateMetadata = sectionMetadata('blocks')

export default sectionPage('blocks', async (actor, { kind: given, before, at }) => {
  const kind = enteredKinds.find((one) => one === given) ?? 'word'
  const [lists, { blocks, next }, t, admin] = await Promise.all([
    getBlockLists(actor, kind),
    listBlocks(actor, parseCommentId(before ?? '')),
    getTranslations('blocks'),
    getTranslations('admin'),
  ])
  const nameOf = ({ kind, value }: Pick<ListedBlock, 'kind' | 'value'>) =>
    kind === 'network' ? t('network') : value
  const textOf = (verdict: ListedBlock['verdict']) => lists[verdict].join('\n')
  return (
    <>
      <AdminTabs
        label={t('kinds.label')}
        tabs={enteredKinds.map((one) => ({
          href: `/admin/blocks?kind=${one}`,
          isCurrent: one === kind,
          text: t(`kinds.${one}`),
        }))}
      />
      <p className="admin-muted mt-4">{t(`hints.${kind}`)}</p>
      <SettingsForm
        // Switching tabs must also replace text that has been typed.
        key={`${kind} ${at}`}
        save={save}
        submit={admin('save')}
        className="admin-form admin-blocks"
        hidden={{ kind, 'pending-shown': textOf('pending'), 'spam-shown': textOf('spam') }}
        fields={blockVerdicts.map((verdict) => ({
          name: verdict,
          label: t(`lists.${verdict}`),
          hint: t('perLine'),
          defaultValue: textOf(verdict),
          rows: 12,
        }))}
      />
      <AdminSection title={t('temporary')}>
        {blocks.length === 0 && <p className="admin-muted">{t('empty')}</p>}
        <ul className="admin-rows">
          {blocks.map(({ expiresAt, ...block }) => (
            <li key={block.id}>
              <div>
                <bdi className="admin-name">{nameOf(block)}</bdi>
                <p className="admin-muted">
                  {t.rich('details', {
                    kind: block.kind,
                    verdict: block.verdict,
                    isTemporary: String(expiresAt !== null),
                    date: () => expiresAt && <DateTime value={expiresAt} />,
                    isNamed: String(block.by !== null),
                    by: block.by ?? '',
                    hasReason: String(block.note !== ''),
                    reason: block.note,
                  })}
                </p>
              </div>
              <ButtonForm action={remove} fields={{ id: block.id }}>
                {t.rich('remove', { ...richTags, value: nameOf(block) })}
              </ButtonForm>
            </li>
          ))}
        </ul>
        {next !== null && (
          <nav aria-label={admin('pages')} className="admin-pages">
            <a href={`/admin/blocks?kind=${kind}&before=${next}`}>{admin('older')}</a>
          </nav>
        )}
      </AdminSection>
    </>
  )
})
