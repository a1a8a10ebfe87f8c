-- AlterTable
ALTER TABLE "posts" ADD COLUMN "comments_closed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "comments" ADD COLUMN "author_email" TEXT, ADD COLUMN "edited_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "comment_edits" (
    "id" SERIAL NOT NULL,
    "comment_id" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_edits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_submissions" (
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "comment_id" INTEGER NOT NULL,
    "status" "comment_status" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_submissions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "comment_edits_comment_id_idx" ON "comment_edits"("comment_id");

-- CreateIndex
CREATE INDEX "comment_submissions_comment_id_idx" ON "comment_submissions"("comment_id");

-- CreateIndex
CREATE INDEX "comment_submissions_created_at_idx" ON "comment_submissions"("created_at");

-- AddForeignKey
ALTER TABLE "comment_edits" ADD CONSTRAINT "comment_edits_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_submissions" ADD CONSTRAINT "comment_submissions_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
