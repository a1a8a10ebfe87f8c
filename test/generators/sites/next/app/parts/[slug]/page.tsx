import { LinkCard } from '@/components/afterword/link-card'
import { AfterwordThread } from '@/components/afterword/thread'
import { AfterwordViews } from '@/components/afterword/views'

type Props = { params: Promise<{ slug: string }> }

// Without it, the first response after a change is complete only with JavaScript.
export const ensureStatic = 'navigation'

export const metadata = { title: 'Parts' }

export const generateStaticParams = () => ['hello'].map((slug) => ({ slug }))

export default async function Page({ params }: Props) {
  const { slug } = await params
  return (
    <main>
      <h1>{slug}</h1>
      <AfterwordViews slug={`www.example.org/parts/${slug}`} />
      <LinkCard href={process.env.CARD_URL ?? ''} />
      <AfterwordThread slug={`www.example.org/parts/${slug}`} />
    </main>
  )
}
