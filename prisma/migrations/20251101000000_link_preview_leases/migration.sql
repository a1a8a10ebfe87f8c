-- AlterTable
ALTER TABLE "link_previews" ADD COLUMN     "etag" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "last_modified" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "link_previews_used_at_idx" ON "link_previews"("used_at");

-- CreateIndex
CREATE INDEX "link_previews_fresh_until_idx" ON "link_previews"("fresh_until");
