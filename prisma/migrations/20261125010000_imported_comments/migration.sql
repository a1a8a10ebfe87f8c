-- CreateTable
CREATE TABLE "imported_comments" (
    "post_id" INTEGER NOT NULL,
    "source_id" TEXT NOT NULL,
    "comment_id" INTEGER,

    CONSTRAINT "imported_comments_pkey" PRIMARY KEY ("post_id","source_id")
);

-- CreateIndex
CREATE INDEX "imported_comments_comment_id_idx" ON "imported_comments"("comment_id");

-- AddForeignKey
ALTER TABLE "imported_comments" ADD CONSTRAINT "imported_comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_comments" ADD CONSTRAINT "imported_comments_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE SET NULL ON UPDATE CASCADE;
