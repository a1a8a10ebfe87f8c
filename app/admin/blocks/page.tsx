import { getTranslations } from 'next-intl/server'
import { AdminField, AdminForm, ButtonForm } from '@/components/admin/admin-form'
import {
  type AdminPageProps,
  AdminSection,
  AdminTabs,
  SectionHead,
  sectionMetadata,
} from '@/components/admin/admin-page'
import { richTags } from '@/components/i18n/rich-tags'
import { DateTime } from '@/components/ui/date-time'
import { parseCommentId } from '@/lib/comments/comment'
import { blockVerdicts, enteredKinds, type ListedBlock } from '@/lib/comments/moderation/block'
import { getBlockLists, listBlocks } from '@/lib/comments/moderation/block-comments'
import { requireStaff } from '@/lib/http/session/require-staff'
import { remove, save } from './actions'
import '@/components/admin/comments/moderated-comments.css'

export const generateMetadata = sectionMetadata('blocks')

export default async function BlocksPage({ searchParams }: AdminPageProps) {
  const { kind: given, before } = await searchParams
  const actor = await requireStaff('/admin/blocks', 'moderator of all sites')
  const kind = enteredKinds.find((one) => one === given) ?? 'word'
  const [lists, { blocks, next }, t, admin] = await Promise.all([
    getBlockLists(actor, kind),
    listBlocks(actor, parseCommentId(before ?? '')),
    getTranslations('blocks'),
    getTranslations('admin'),
  ])
  const nameOf = ({ kind, value }: Pick<ListedBlock, 'kind' | 'value'>) =>
    kind === 'network' ? t('network') : value
  return (
    <>
      <SectionHead name="blocks" actor={actor} searchParams={searchParams} />
      <AdminTabs
        label={t('kinds.label')}
        tabs={enteredKinds.map((one) => ({
          href: `/admin/blocks?kind=${one}`,
          isCurrent: one === kind,
          text: t(`kinds.${one}`),
        }))}
      />
      {/* Switching tabs must also replace text that has been typed. */}
      <AdminForm
        key={kind}
        action={save}
        className="admin-form admin-blocks"
        fields={{ kind }}
        submit={admin('save')}
      >
        <p className="admin-muted">{t(`hints.${kind}`)}</p>
        {blockVerdicts.map((verdict) => (
          <div key={verdict}>
            <input type="hidden" name={`${verdict}-shown`} value={lists[verdict].join('\n')} />
            <AdminField
              name={verdict}
              label={t(`lists.${verdict}`)}
              hint={t('perLine')}
              defaultValue={lists[verdict].join('\n')}
              rows={12}
            />
          </div>
        ))}
      </AdminForm>
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
}
