-- Unpublished changes to published posts. The previous version ignores them.
CREATE TABLE "post_working_copies" (
    "post_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "tags" TEXT[],
    "cover" TEXT NOT NULL,
    "cover_alt" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_at" TIMESTAMPTZ(3),

    CONSTRAINT "post_working_copies_pkey" PRIMARY KEY ("post_id"),
    CONSTRAINT "post_working_copies_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "post_working_copies_update_at_idx" ON "post_working_copies"("update_at") WHERE update_at IS NOT NULL;
