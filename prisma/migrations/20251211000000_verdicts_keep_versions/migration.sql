-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "waiting_screening" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "comment_judgements" ADD COLUMN     "screening_before" JSONB,
ADD COLUMN     "version" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "waiting_screening_before" JSONB;

-- CreateIndex
CREATE INDEX "comments_network_key_created_at_id_idx" ON "comments"("network_key", "created_at", "id") WHERE (network_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "comments_desk_waiting_reasons" ON "comments" USING GIN ("waiting_screening" jsonb_path_ops) WHERE (waiting_since IS NOT NULL);

-- Where an edit waits, what was found in it stood in the place of what was found in the text.
UPDATE "comments" SET "waiting_screening" = "screening", "screening" = '[]' WHERE "waiting_since" IS NOT NULL;
