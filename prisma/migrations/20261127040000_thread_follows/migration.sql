-- Threads that readers follow by e-mail, and the comments for their next digests. The previous
-- version sends neither, and deletes follows of readers who never commented.
CREATE TABLE "thread_follows" (
    "address_id" INTEGER NOT NULL,
    "thread_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "thread_follows_pkey" PRIMARY KEY ("address_id","thread_id"),
    CONSTRAINT "thread_follows_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "reader_addresses"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "thread_follows_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "thread_follows_thread_id_idx" ON "thread_follows"("thread_id");

CREATE TABLE "followed_comments" (
    "address_id" INTEGER NOT NULL,
    "comment_id" INTEGER NOT NULL,

    CONSTRAINT "followed_comments_pkey" PRIMARY KEY ("address_id","comment_id"),
    CONSTRAINT "followed_comments_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "reader_addresses"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "followed_comments_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "followed_comments_comment_id_idx" ON "followed_comments"("comment_id");
