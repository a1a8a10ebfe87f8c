-- Views of each post by referrer and device.
-- CreateTable
CREATE TABLE "view_post_sources" (
    "post_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" "view_source_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "view_post_sources_pkey" PRIMARY KEY ("post_id","day","kind","name","shard")
);

-- AddForeignKey
ALTER TABLE "view_post_sources" ADD CONSTRAINT "view_post_sources_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;
