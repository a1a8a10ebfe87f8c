-- CreateTable
CREATE TABLE "post_tags" (
    "post_id" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_tags_pkey" PRIMARY KEY ("post_id", "tag")
);

-- CreateTable
CREATE TABLE "post_counts" (
    "draft" BOOLEAN NOT NULL,
    "posts" INTEGER NOT NULL,

    CONSTRAINT "post_counts_pkey" PRIMARY KEY ("draft")
);

-- CreateIndex
CREATE INDEX "post_tags_published" ON "post_tags"("tag", "published_at" DESC, "post_id" DESC);

-- AddForeignKey
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a Prisma schema cannot say.

ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_posts_check" CHECK (posts >= 0);
