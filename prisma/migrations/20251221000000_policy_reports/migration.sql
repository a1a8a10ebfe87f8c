-- CreateTable
CREATE TABLE "policy_reports" (
    "id" SERIAL NOT NULL,
    "page" TEXT NOT NULL,
    "directive" TEXT NOT NULL,
    "blocked" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT '',
    "line" INTEGER NOT NULL DEFAULT 0,
    "times" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "policy_reports_last_at_idx" ON "policy_reports"("last_at");

-- CreateIndex
CREATE UNIQUE INDEX "policy_reports_page_directive_blocked_source_line_key" ON "policy_reports"("page", "directive", "blocked", "source", "line");
