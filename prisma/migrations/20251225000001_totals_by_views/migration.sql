-- CreateIndex
CREATE INDEX "view_totals_views_idx" ON "view_totals"("views");
