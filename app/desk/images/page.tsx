import type { Metadata } from 'next'
import { DeskNotice } from '@/components/desk/desk-notice'
import { CopyMarkdown } from '@/components/images/copy-markdown'
import { ImageList } from '@/components/images/image-list'
import { imageMarkdown } from '@/components/images/image-markdown'
import { UploadForm } from '@/components/images/upload-form'
import { requireStaff } from '@/lib/http/require-staff'
import { listImages } from '@/lib/images/list-images'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { remove } from './actions'
import '@/components/images/images.css'

export const metadata: Metadata = { title: 'Images' }

type Props = { searchParams: Promise<{ fault?: string; done?: string; added?: string; page?: string }> }

/** The pictures that posts show, and could show. */
export default async function ImagesPage({ searchParams }: Props) {
  const { fault, done, added = '', page: asked } = await searchParams
  const actor = await requireStaff('/desk/images', 'owner')
  const page = Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), 100_000)
  const { images, pages } = await listImages(actor, page)
  return (
    <>
      <h1>Images</h1>
      <DeskNotice fault={fault} done={done} />
      {parseOwnImage(added) && (
        <section className="desk-notice" aria-labelledby="image-added">
          <h2 id="image-added">It is here. In a post it is written like this:</h2>
          <CopyMarkdown markdown={imageMarkdown({ url: added })} label="Markdown of the new image" />
        </section>
      )}
      <UploadForm />
      <ImageList images={images} page={page} pages={pages} remove={remove} />
    </>
  )
}
