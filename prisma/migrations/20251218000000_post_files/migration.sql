-- CreateTable
CREATE TABLE "post_files" (
    "post_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "exported_hash" TEXT,

    CONSTRAINT "post_files_pkey" PRIMARY KEY ("post_id")
);

-- CreateIndex
CREATE INDEX "post_files_path_idx" ON "post_files"("path");

-- AddForeignKey
ALTER TABLE "post_files" ADD CONSTRAINT "post_files_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
