-- CreateEnum
CREATE TYPE "comment_status" AS ENUM ('pending', 'published', 'spam', 'deleted');

-- CreateTable
CREATE TABLE "comments" (
    "id" SERIAL NOT NULL,
    "post_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "thread_id" INTEGER,
    "depth" SMALLINT NOT NULL DEFAULT 1,
    "status" "comment_status" NOT NULL,
    "author_name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_replies" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_previews" (
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "image" TEXT NOT NULL DEFAULT '',
    "site_name" TEXT NOT NULL DEFAULT '',
    "final_url" TEXT NOT NULL DEFAULT '',
    "favicon" TEXT NOT NULL DEFAULT '',
    "fetched_at" TIMESTAMPTZ(3),
    "fresh_until" TIMESTAMPTZ(3) NOT NULL,
    "failure_code" TEXT,
    "failure_detail" TEXT,
    "failures" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "link_previews_pkey" PRIMARY KEY ("url")
);

-- CreateTable
CREATE TABLE "posts" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "tags" TEXT[],
    "draft" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "post_redirects" (
    "slug" TEXT NOT NULL,
    "post_id" INTEGER NOT NULL,

    CONSTRAINT "post_redirects_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "post_links" (
    "post_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,

    CONSTRAINT "post_links_pkey" PRIMARY KEY ("post_id","url")
);

-- CreateTable
CREATE TABLE "view_counts" (
    "post_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "shard" SMALLINT NOT NULL DEFAULT 0,
    "views" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "view_counts_pkey" PRIMARY KEY ("post_id","day","shard")
);

-- CreateIndex
CREATE INDEX "comments_threads" ON "comments"("post_id", "created_at", "id") WHERE (parent_id IS NULL AND (status = 'published'::comment_status OR (status = 'deleted'::comment_status AND published_replies > 0)));

-- CreateIndex
CREATE INDEX "comments_in_thread" ON "comments"("thread_id", "created_at", "id") WHERE (status = 'published'::comment_status OR (status = 'deleted'::comment_status AND published_replies > 0));

-- CreateIndex
CREATE INDEX "comments_parent_id_idx" ON "comments"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "comments_id_post_id_key" ON "comments"("id", "post_id");

-- CreateIndex
CREATE UNIQUE INDEX "posts_slug_key" ON "posts"("slug");

-- CreateIndex
CREATE INDEX "posts_published" ON "posts"("published_at" DESC, "id" DESC) WHERE (NOT draft);

-- CreateIndex
CREATE INDEX "post_redirects_post_id_idx" ON "post_redirects"("post_id");

-- CreateIndex
CREATE INDEX "post_links_url_idx" ON "post_links"("url");

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_post_id_fkey" FOREIGN KEY ("parent_id", "post_id") REFERENCES "comments"("id", "post_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_redirects" ADD CONSTRAINT "post_redirects_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_links" ADD CONSTRAINT "post_links_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "view_counts" ADD CONSTRAINT "view_counts_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
