-- Writers, and the authors of posts. The previous version ignores authors, and nobody is a writer until the new version invites
-- one.
ALTER TYPE "staff_role" ADD VALUE 'writer';

ALTER TABLE "posts" ADD COLUMN "author_id" TEXT;
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "posts_author_id_idx" ON "posts"("author_id") WHERE author_id IS NOT NULL;
