-- CreateIndex
CREATE INDEX "posts_due" ON "posts"("published_at") WHERE (NOT draft AND (shown_at IS NULL OR shown_at < published_at));

-- CreateIndex
CREATE INDEX "post_versions_staff_id_idx" ON "post_versions"("staff_id") WHERE (staff_id IS NOT NULL);
