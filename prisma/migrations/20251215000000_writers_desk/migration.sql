-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "cover" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "cover_alt" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "draft_before_deletion" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "preview_key" TEXT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "blog_settings" ADD COLUMN     "author" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "language" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "navigation" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "post_versions" (
    "id" BIGSERIAL NOT NULL,
    "post_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "tags" TEXT[],
    "cover" TEXT NOT NULL,
    "cover_alt" TEXT NOT NULL,
    "staff_id" TEXT,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "post_versions_post_id_revision_key" ON "post_versions"("post_id", "revision");

-- CreateIndex
CREATE UNIQUE INDEX "posts_preview_key_key" ON "posts"("preview_key");

-- AddForeignKey
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;
