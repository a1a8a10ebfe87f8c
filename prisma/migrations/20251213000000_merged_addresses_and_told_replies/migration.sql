-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "reply_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "reader_addresses" ADD COLUMN     "merged_into_id" INTEGER;

-- CreateIndex
CREATE INDEX "reader_addresses_merged_into_id_idx" ON "reader_addresses"("merged_into_id") WHERE (merged_into_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "reader_addresses" ADD CONSTRAINT "reader_addresses_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "reader_addresses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
