-- DropIndex
DROP INDEX "comment_reports_created_at_idx";

-- AlterTable
ALTER TABLE "comment_reports" DROP CONSTRAINT "comment_reports_pkey",
ADD COLUMN     "id" SERIAL NOT NULL,
ALTER COLUMN "network_hash" DROP NOT NULL,
ADD CONSTRAINT "comment_reports_pkey" PRIMARY KEY ("id");

-- CreateIndex
CREATE INDEX "comments_with_network" ON "comments"("created_at") WHERE (network_hash IS NOT NULL);

-- CreateIndex
CREATE INDEX "comment_reports_created_at_idx" ON "comment_reports"("created_at") WHERE (network_hash IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "comment_reports_comment_id_network_hash_key" ON "comment_reports"("comment_id", "network_hash");
