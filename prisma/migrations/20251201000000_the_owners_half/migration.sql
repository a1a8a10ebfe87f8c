-- What comments had for addresses was kept in clear: from here on addresses are sealed, in a table of their own. Those of
-- earlier comments are NOT taken over but lost with their column: SQL has no secret to seal them with, and nobody who typed
-- one was ever asked to confirm it.

-- CreateEnum
CREATE TYPE "comment_block_kind" AS ENUM ('word', 'name', 'domain', 'network');

-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('owner', 'moderator');

-- AlterTable
ALTER TABLE "comments" DROP COLUMN "author_email",
ADD COLUMN     "address_id" INTEGER,
ADD COLUMN     "network_hash" TEXT,
ADD COLUMN     "screening" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "staff_id" TEXT,
ADD COLUMN     "text_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "waiting_content" TEXT,
ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "pinned_comment_id" INTEGER;

-- CreateTable
CREATE TABLE "reader_addresses" (
    "id" SERIAL NOT NULL,
    "hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "verification_sent_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reader_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_mails" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "dedupe_key" TEXT,
    "comment_id" INTEGER,
    "address_id" INTEGER,
    "data" JSONB NOT NULL DEFAULT '{}',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_judgements" (
    "id" SERIAL NOT NULL,
    "comment_id" INTEGER NOT NULL,
    "from_status" "comment_status" NOT NULL,
    "to_status" "comment_status" NOT NULL,
    "staff_id" TEXT,
    "judged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_judgements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comment_reports" (
    "comment_id" INTEGER NOT NULL,
    "network_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_reports_pkey" PRIMARY KEY ("comment_id","network_hash")
);

-- CreateTable
CREATE TABLE "comment_blocks" (
    "id" SERIAL NOT NULL,
    "kind" "comment_block_kind" NOT NULL,
    "value" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "verdict" "comment_status" NOT NULL DEFAULT 'pending',
    "note" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3),
    "staff_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blog_settings" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "comments_off" BOOLEAN NOT NULL DEFAULT false,
    "comments_close_after_days" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blog_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_salts" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "daily_salts_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "staff" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "sealed_email" TEXT NOT NULL DEFAULT '',
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" "staff_role" NOT NULL DEFAULT 'moderator',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_verifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reader_addresses_hash_key" ON "reader_addresses"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_mails_dedupe_key_key" ON "outbox_mails"("dedupe_key");

-- CreateIndex
CREATE INDEX "outbox_mails_due" ON "outbox_mails"("next_attempt_at") WHERE (sent_at IS NULL AND failure IS NULL);

-- CreateIndex
CREATE INDEX "outbox_mails_comment_id_idx" ON "outbox_mails"("comment_id");

-- CreateIndex
CREATE INDEX "outbox_mails_address_id_idx" ON "outbox_mails"("address_id");

-- CreateIndex
CREATE INDEX "comment_judgements_comment_id_id_idx" ON "comment_judgements"("comment_id", "id");

-- CreateIndex
CREATE INDEX "comment_judgements_staff_id_idx" ON "comment_judgements"("staff_id");

-- CreateIndex
CREATE INDEX "comment_reports_created_at_idx" ON "comment_reports"("created_at");

-- CreateIndex
CREATE INDEX "comment_blocks_staff_id_idx" ON "comment_blocks"("staff_id");

-- CreateIndex
CREATE UNIQUE INDEX "comment_blocks_kind_folded_key" ON "comment_blocks"("kind", "folded");

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE UNIQUE INDEX "staff_sessions_token_key" ON "staff_sessions"("token");

-- CreateIndex
CREATE INDEX "staff_sessions_staff_id_idx" ON "staff_sessions"("staff_id");

-- CreateIndex
CREATE INDEX "staff_accounts_staff_id_idx" ON "staff_accounts"("staff_id");

-- CreateIndex
CREATE INDEX "staff_verifications_identifier_idx" ON "staff_verifications"("identifier");

-- CreateIndex
CREATE INDEX "comments_network_hash_created_at_idx" ON "comments"("network_hash", "created_at") WHERE (network_hash IS NOT NULL);

-- CreateIndex
CREATE INDEX "comments_text_hash_created_at_idx" ON "comments"("text_hash", "created_at");

-- CreateIndex
CREATE INDEX "comments_address_id_idx" ON "comments"("address_id") WHERE (address_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "comments_staff_id_idx" ON "comments"("staff_id") WHERE (staff_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "posts_pinned_comment_id_key" ON "posts"("pinned_comment_id");

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "reader_addresses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "reader_addresses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_judgements" ADD CONSTRAINT "comment_judgements_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_judgements" ADD CONSTRAINT "comment_judgements_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_blocks" ADD CONSTRAINT "comment_blocks_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_pinned_comment_id_fkey" FOREIGN KEY ("pinned_comment_id") REFERENCES "comments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
