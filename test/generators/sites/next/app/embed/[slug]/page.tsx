import Link from 'next/link'
import { AfterwordComments } from '@/components/afterword-comments'

type Props = { params: Promise<{ slug: string }> }

export const generateStaticParams = () => ['hello', 'second'].map((slug) => ({ slug }))

export async function generateMetadata({ params }: Props) {
  const { slug } = await params
  return {
    title: slug === 'hello' ? 'Hello' : 'Second',
    alternates: { canonical: `https://www.example.org/embed/${slug}` },
  }
}

export default async function Page({ params }: Props) {
  const { slug } = await params
  return (
    <main>
      <h1>{slug}</h1>
      <Link href={`/embed/${slug === 'hello' ? 'second' : 'hello'}`}>The other post</Link>
      <AfterwordComments url={`https://www.example.org/embed/${slug}`} />
    </main>
  )
}
