-- Likes of posts, pages and comments. PostgreSQL adds a column with a constant default without
-- rewriting the table.
ALTER TABLE "comments" ADD COLUMN "likes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "threads" ADD COLUMN "likes" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "like_marks" (
    "mark" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "like_marks_pkey" PRIMARY KEY ("mark")
);
CREATE INDEX "like_marks_created_at_idx" ON "like_marks"("created_at");
