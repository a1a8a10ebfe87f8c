-- CreateTable
CREATE TABLE "view_minutes" (
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "post_id" INTEGER NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_minutes_pkey" PRIMARY KEY ("minute","post_id","shard")
);

-- CreateIndex
CREATE INDEX "view_minutes_post_id_idx" ON "view_minutes"("post_id");

-- CreateIndex
CREATE INDEX "view_counts_day_idx" ON "view_counts"("day");

-- AddForeignKey
ALTER TABLE "view_minutes" ADD CONSTRAINT "view_minutes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
