import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { AdminNotice } from '@/components/admin/admin-notice'
import { CopyMarkdown } from '@/components/admin/images/copy-markdown'
import { ImageList } from '@/components/admin/images/image-list'
import { imageMarkdown } from '@/components/admin/images/image-markdown'
import { UploadForm } from '@/components/admin/images/upload-form'
import { ClientMessages } from '@/components/i18n/client-messages'
import { requireStaff } from '@/lib/http/session/require-staff'
import { listImages } from '@/lib/images/list-images'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { remove } from './actions'
import '@/components/admin/images/images.css'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('sections.images') }
}

/** Reads a search parameter. A repeated parameter counts as missing. */
const once = z.string().optional().catch(undefined)
const asked = z.object({ fault: once, done: once, added: once, page: once })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Lists the images that posts use or could use. */
export default async function ImagesPage({ searchParams }: Props) {
  const { fault, done, added = '', page: number } = asked.parse(await searchParams)
  const actor = await requireStaff('/admin/images', 'owner')
  const page = Math.min(Math.max(Math.trunc(Number(number)) || 1, 1), 100_000)
  const { images, pages } = await listImages(actor, page)
  const t = await getTranslations('images')
  return (
    <ClientMessages namespaces={['imagesClient']}>
      <h1>{(await getTranslations('admin'))('sections.images')}</h1>
      <AdminNotice fault={fault} done={done} />
      {parseOwnImage(added) && (
        <section className="admin-notice" aria-labelledby="image-added">
          <h2 id="image-added">{t('added')}</h2>
          <CopyMarkdown markdown={imageMarkdown({ url: added })} label={t('addedMarkdown')} />
        </section>
      )}
      <UploadForm />
      <ImageList images={images} page={page} pages={pages} remove={remove} />
    </ClientMessages>
  )
}
