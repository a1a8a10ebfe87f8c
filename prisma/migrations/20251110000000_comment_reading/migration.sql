-- CreateIndex
CREATE INDEX "comments_replies" ON "comments"("parent_id", "created_at", "id") WHERE (parent_id IS NOT NULL AND (status = 'published'::comment_status OR (status = 'deleted'::comment_status AND published_replies > 0)));

-- CreateIndex
CREATE INDEX "comments_newest_of_post" ON "comments"("post_id", "created_at", "id") WHERE (status = 'published'::comment_status);

-- CreateIndex
CREATE INDEX "comments_newest" ON "comments"("created_at", "id") WHERE (status = 'published'::comment_status);
