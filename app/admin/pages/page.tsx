import AdminPostsPage from '@/app/admin/posts/page'
import { type AdminPageProps, sectionMetadata } from '@/components/admin/admin-page'

export const generateMetadata = sectionMetadata('pages')

export default function AdminPagesPage({ searchParams }: AdminPageProps) {
  return <AdminPostsPage searchParams={searchParams} isPage />
}
