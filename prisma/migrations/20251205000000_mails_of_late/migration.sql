-- CreateIndex
CREATE INDEX "outbox_mails_kind_created_at_idx" ON "outbox_mails"("kind", "created_at");
