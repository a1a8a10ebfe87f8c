-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- AlterTable
ALTER TABLE "comments" ADD COLUMN "edited_by" "staff_role";

-- AlterTable
ALTER TABLE "comment_judgements" ADD COLUMN "content_before" TEXT,
ADD COLUMN "waiting_before" TEXT;

-- CreateIndex
CREATE INDEX "comments_desk_pending" ON "comments"("created_at", "id") WHERE (status = 'pending'::comment_status OR (status = 'published'::comment_status AND waiting_since IS NOT NULL));

-- CreateIndex
CREATE INDEX "comments_desk_spam" ON "comments"("created_at", "id") WHERE (status = 'spam'::comment_status);

-- CreateIndex
CREATE INDEX "comments_desk_deleted" ON "comments"("created_at", "id") WHERE (status = 'deleted'::comment_status);

-- CreateIndex
CREATE INDEX "comments_desk_post" ON "comments"("post_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "comments_desk_author" ON "comments"("author_name", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "comments_desk_words" ON "comments" USING GIN ("author_name" gin_trgm_ops, "content" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "comments_desk_reasons" ON "comments" USING GIN ("screening" jsonb_path_ops);
