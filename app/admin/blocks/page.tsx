import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminNotice } from '@/components/admin/admin-notice'
import { BlockForm } from '@/components/admin/comments/block-form'
import { BlockList } from '@/components/admin/comments/block-list'
import { parseCommentId } from '@/lib/comments/comment'
import { blockKinds } from '@/lib/comments/moderation/block'
import { listBlocks } from '@/lib/comments/moderation/block-comments'
import { requireStaff } from '@/lib/http/session/require-staff'
import { add, remove } from './actions'
import '@/components/admin/comments/moderated-comments.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.blocks') }
}

type Props = {
  searchParams: Promise<{ fault?: string; done?: string; kind?: string; before?: string }>
}

/** Lists the blocked words, addresses and networks. */
export default async function BlocksPage({ searchParams }: Props) {
  const { fault, done, kind: given, before } = await searchParams
  const actor = await requireStaff('/admin/blocks')
  const kind = blockKinds.find((one) => one === given)
  const { blocks, next } = await listBlocks(actor, { kind, before: parseCommentId(before ?? '') })
  const t = await getTranslations('blocks')
  return (
    <>
      <h1>{(await getTranslations('admin'))('sections.blocks')}</h1>
      <AdminNotice fault={fault} done={done} />
      <section className="admin-section">
        <h2>{t('add')}</h2>
        <BlockForm add={add} />
      </section>
      <section className="admin-section">
        <h2>{t('listed')}</h2>
        <BlockList blocks={blocks} kind={kind} next={next} remove={remove} />
      </section>
    </>
  )
}
